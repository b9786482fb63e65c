// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commandline.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "cli/helptexts.h"
#include "cli/rawoptions.h"
#include "cli/suggestion.h"
#include "exchange/document.h"
#include "truncation/rule.h"

namespace app {

namespace {

void addFile(CLI::App& command, RawOptions& raw)
{
    command
        .add_option("FILE", raw.file,
            "The dump: a file (safetensors, npy, npz, torch.save, JSON, HDF5), a folder of such, or an index of shards")
        ->required()
        ->type_name("");
}

void addSelection(CLI::App& command, RawOptions& raw)
{
    const std::string group = "Selecting";
    command.add_option("--group", raw.group, "encoder, decoder, cross or a name")->group(group)->type_name("NAME");
    command.add_option("--layer", raw.layer, "Layers, from 0")->group(group)->type_name("L[,..]");
    command.add_option("--head", raw.head, "Heads, from 0, or L12H7")->group(group)->type_name("H[,..]");
    command.add_option("--item", raw.item, "Items of the batch, from 0")->group(group)->type_name("B[,..]");
    command.add_option("--source", raw.source, "probs, scores or qkv, where a layer has more than one")
        ->group(group)
        ->type_name("SOURCE");
}

void addRows(CLI::App& command, RawOptions& raw)
{
    command.add_option("--row", raw.row, "Rows (queries), from 0")->group("Selecting")->type_name("R[,..]");
}

void addHints(CLI::App& command, RawOptions& raw)
{
    const std::string group = "Hints, where the dump leaves more than one reading";
    command.add_option("--kind", raw.kind, "What the tensors hold: probs, scores or qkv")
        ->group(group)
        ->type_name("KIND");
    command.add_option("--roles", raw.roles, "Axes of the main tensors as letters of LBHQK, P position, D dim")
        ->group(group)
        ->type_name("AXES");
    command.add_option("--causal", raw.causal, "yes or no")->group(group)->type_name("WORD");
    command.add_option("--scale", raw.scale, "Factor of q.k")->group(group)->type_name("X");
    command.add_option("--q-heads", raw.queryHeads, "Number of query heads")->group(group)->type_name("N");
    command.add_option("--kv-heads", raw.kvHeads, "Number of key and value heads")->group(group)->type_name("N");
    command.add_option("--mask", raw.mask, "Tensor that says which keys exist")->group(group)->type_name("TENSOR");
}

void addComputing(CLI::App& command, RawOptions& raw)
{
    const std::string group = "Computing";
    command.add_option("--threads", raw.threads, "Default: one per processor")->group(group)->type_name("T");
    command.add_option("--backend", raw.backend, "auto or reference")->group(group)->type_name("NAME");
    command.add_option("--precision", raw.precision, "screen or proven; the reference backend always proves")
        ->group(group)
        ->type_name("WORD");
    command.add_option("--reading", raw.reading, "What a stored probability is: stored (itself) or rounded")
        ->group(group)
        ->type_name("WORD");
}

void addOutput(CLI::App& command, RawOptions& raw, const std::string& files)
{
    const std::string group = "Output";
    command.add_option("-o,--output", raw.output, "Write into a file: " + files)->group(group)->type_name("FILE");
    command.add_flag("--force", raw.replace, "Replace a file that exists")->group(group);
}

void addDiagnostics(CLI::App& command, RawOptions& raw)
{
    const std::string group = "Diagnostics";
    command.add_flag("--quiet", raw.quiet, "Errors only")->group(group);
    command.add_flag("--verbose", raw.verbose, "More of what is done, and progress")->group(group);
    command.add_option("--log", raw.log, "Append all diagnostics to a file")->group(group)->type_name("FILE");
}

CLI::Option& addRule(CLI::App& command, RawOptions& raw)
{
    return *command.add_option("--rule", raw.rule, "What is kept: " + std::string(core::ruleGrammar()))
                ->type_name("RULE");
}

void addSharing(CLI::App& command, RawOptions& raw)
{
    command.add_flag("--share-kv", raw.shareKv, "With a rule: one set of keys for all heads of a K/V group");
}

CLI::App& addCommand(CLI::App& program, RawOptions& raw, const CommandHelp& help)
{
    CLI::App& command = *program.add_subcommand(help.name, help.summary);
    command.group("Commands");
    command.footer(help.footer);
    command.set_help_flag("-h,--help", "Print this");
    if (help.name != "plot" && help.name != "verify" && help.name != "combine")
        addFile(command, raw);
    return command;
}

/// What every command that computes takes.
void addUsual(CLI::App& command, RawOptions& raw, const std::string& files)
{
    addSelection(command, raw);
    addHints(command, raw);
    addComputing(command, raw);
    addOutput(command, raw, files);
    command.add_flag("--json", raw.json, "Print JSON")->group("Output");
    addDiagnostics(command, raw);
}

void addInfo(CLI::App& program, RawOptions& raw)
{
    CLI::App& command = addCommand(program, raw, infoHelp);
    command.add_flag("--devices", raw.devices, "List what can compute");
    command.add_flag("--remember", raw.remember, "Keep the hints in the sidecar NAME.tokens.json beside the dump");
    addUsual(command, raw, "JSON when it ends in .json");
}

void addSearch(CLI::App& command, RawOptions& raw)
{
    const std::string group = "Certified search from Q and K";
    command.add_option("--search", raw.search, "Keys scored and bytes read by these methods until epsilon is proven")
        ->group(group)
        ->type_name("METHOD[,..]|all");
    command.add_option("--search-block", raw.searchBlock, "Keys in a block; default 64")->group(group)->type_name("N");
    command.add_option("--search-rows", raw.searchRows, "Search N evenly spread rows of each head: sampled")
        ->group(group)
        ->type_name("N");
}

void addAnalyze(CLI::App& program, RawOptions& raw)
{
    CLI::App& command = addCommand(program, raw, analyzeHelp);
    addRule(command, raw);
    addSharing(command, raw);
    command.add_option("--epsilon", raw.epsilon, "Tail masses for k_eps; default 0.1,0.01")->type_name("E[,..]");
    command.add_option("--k", raw.k, "Keys kept for the tail mass; default 8,64")->type_name("K[,..]");
    command.add_option("--curves", raw.curves, "Write tail mass over k into a JSON file")->type_name("X.json");
    command.add_option("--k-grid", raw.grid, "Values of k of the curves: log:1.04 (default) or all")->type_name("GRID");
    command.add_flag("--output-error", raw.outputError, "Also the error of the output, where the dump has V");
    command.add_option("--sample-rows", raw.sampleRows, "Look at N evenly spread rows of each head: estimates")
        ->type_name("N");
    addSearch(command, raw);
    addRows(command, raw);
    addUsual(command, raw, "JSON when it ends in .json, CSV when in .csv");
}

void addRow(CLI::App& program, RawOptions& raw)
{
    CLI::App& command = addCommand(program, raw, rowHelp);
    addRule(command, raw);
    addSharing(command, raw);
    command.add_option("--epsilon", raw.epsilon, "Tail masses for k_eps; default 0.1,0.01")->type_name("E[,..]");
    command.add_option("--k", raw.k, "Keys kept; default 8,64")->type_name("K[,..]");
    command.add_option("--delta", raw.delta, "Also what a score error of at most X does to tail mass and k_eps")
        ->type_name("X");
    command.add_option("--row", raw.row, "The row (query), from 0")->required()->group("Selecting")->type_name("R");
    addUsual(command, raw, "JSON when it ends in .json");
}

void addSpectrum(CLI::App& program, RawOptions& raw)
{
    CLI::App& command = addCommand(program, raw, spectrumHelp);
    command.add_option("--top", raw.top, "Largest values only")->type_name("N");
    addUsual(command, raw, "JSON when it ends in .json");
}

void addCertify(CLI::App& program, RawOptions& raw)
{
    CLI::App& command = addCommand(program, raw, certifyHelp);
    addRule(command, raw).required();
    addSharing(command, raw);
    command.add_option("--epsilon", raw.epsilon, "Tail mass that may be lost, above 0, at most 1")
        ->required()
        ->type_name("E");
    command.add_option("--scope", raw.scope, "Claim for each of: rows, heads (default), layers, dump")
        ->type_name("WORD");
    command.add_option("--statistic", raw.statistic, "Over rows: max (default), mean, p99")->type_name("WORD");
    addRows(command, raw);
    addUsual(command, raw, "the certificate when it ends in .json");
}

void addCombine(CLI::App& program, RawOptions& raw)
{
    CLI::App& command = addCommand(program, raw, combineHelp);
    command.add_option("CERTIFICATE", raw.certificates, "What 'certify -o' wrote, for each dump")
        ->required()
        ->type_name("...");
    addOutput(command, raw, "the combined certificate; default: standard output");
    addDiagnostics(command, raw);
}

void addVerify(CLI::App& program, RawOptions& raw)
{
    CLI::App& command = addCommand(program, raw, verifyHelp);
    command.add_option("CERTIFICATE", raw.certificate, "What 'certify -o' or 'combine -o' wrote")
        ->required()
        ->type_name("");
    command.add_option("FILE", raw.dumps, "The dump, or the dumps of a combined certificate")
        ->required()
        ->type_name("...");
    command.add_option("--threads", raw.threads, "Default: one per processor")->group("Computing")->type_name("T");
    addDiagnostics(command, raw);
}

void addCompare(CLI::App& program, RawOptions& raw)
{
    CLI::App& command = addCommand(program, raw, compareHelp);
    command.add_option("--a", raw.headA, "The first head, as L0H5 or L0H5:SOURCE")->required()->type_name("HEAD");
    command.add_option("--b", raw.headB, "The second head; default with --with: as --a")->type_name("HEAD");
    command.add_option("--with", raw.with, "Another dump, which the second head is of")->type_name("FILE");
    command.add_option("--k", raw.k, "Best keys for the overlap; default 8,64")->type_name("K[,..]");
    const std::string group = "Selecting";
    command.add_option("--group", raw.group, "encoder, decoder, cross or a name, of both heads")
        ->group(group)
        ->type_name("NAME");
    command.add_option("--item", raw.item, "Item of the batch, from 0, of both heads")->group(group)->type_name("B");
    command.add_option("--source", raw.source, "probs, scores or qkv, where a head names none")
        ->group(group)
        ->type_name("SOURCE");
    addRows(command, raw);
    addHints(command, raw);
    command.add_option("--threads", raw.threads, "Default: one per processor")->group("Computing")->type_name("T");
    addOutput(command, raw, "JSON when it ends in .json, rows as CSV when in .csv");
    command.add_flag("--json", raw.json, "Print JSON")->group("Output");
    addDiagnostics(command, raw);
}

void addConvert(CLI::App& program, RawOptions& raw)
{
    CLI::App& command = addCommand(program, raw, convertHelp);
    command
        .add_option("--what", raw.content,
            "probs, qkv or kept (the keys that a rule keeps); default: all that is stored, as it is stored")
        ->type_name("WORD");
    command.add_option("--dtype", raw.element, "Of probabilities: f32 or f64; default: f32 where they are computed")
        ->type_name("WORD");
    addRule(command, raw);
    addSharing(command, raw);
    command
        .add_option("--form", raw.keptForm,
            "Of kept keys: indices (int32) or mask (bool); default: indices for rules with a fixed budget")
        ->type_name("WORD");
    command.add_option("--threads", raw.threads, "Default: one per processor")->group("Computing")->type_name("T");
    addSelection(command, raw);
    addHints(command, raw);
    addOutput(command, raw, "safetensors, or one tensor when it ends in .npy");
    command.get_option("--output")->required();
    addDiagnostics(command, raw);
}

void addPlot(CLI::App& program, RawOptions& raw)
{
    CLI::App& command = addCommand(program, raw, plotHelp);
    command.add_option("KIND", raw.plotKind, "heatmap, tail-mass, spectrum or output-error")->required()->type_name("");
    addFile(command, raw);
    addRule(command, raw);
    command.add_option("--k", raw.k, "Short for --rule topk:K")->type_name("K");
    command.add_option("--epsilon", raw.epsilon, "Tail mass that may be lost")->type_name("E");
    command.add_option("--sigma", raw.sigma, "Spread of the scores for predictions")->type_name("S");
    command.add_option("--size", raw.size, "Pixels, as in 640x400")->type_name("WxH");
    command.add_flag("--dark", raw.dark, "Dark theme");
    command.add_option("--threads", raw.threads, "Default: one per processor")->group("Computing")->type_name("T");
    addSelection(command, raw);
    addRows(command, raw);
    addHints(command, raw);
    addOutput(command, raw, "the ending .png, .svg, .pdf or .csv decides what is drawn");
    command.get_option("--output")->required();
    command.add_flag("--quiet", raw.quiet, "Errors only")->group("Diagnostics");
}

void describe(CLI::App& program, RawOptions& raw)
{
    program.name("tailmass");
    program.footer(programFooter);
    program.set_help_flag("-h,--help", "Print this");
    program.set_version_flag("--version", "tailmass " + std::string(core::programVersion()), "Print the version");
    program.require_subcommand(1);
    program.get_formatter()->label("SUBCOMMAND", "COMMAND ...");
    program.get_formatter()->label("REQUIRED", "(needed)");
    addInfo(program, raw);
    addAnalyze(program, raw);
    addRow(program, raw);
    addSpectrum(program, raw);
    addCertify(program, raw);
    addCombine(program, raw);
    addVerify(program, raw);
    addCompare(program, raw);
    addConvert(program, raw);
    addPlot(program, raw);
}

Command commandNamed(const std::string& name)
{
    for (const auto& [known, command] :
        {std::pair("info", Command::Info), std::pair("analyze", Command::Analyze), std::pair("row", Command::Row),
            std::pair("spectrum", Command::Spectrum), std::pair("certify", Command::Certify),
            std::pair("combine", Command::Combine), std::pair("verify", Command::Verify),
            std::pair("convert", Command::Convert), std::pair("compare", Command::Compare)})
        if (name == known)
            return command;
    return Command::HandOver;
}

std::vector<std::string> commandNames(CLI::App& program)
{
    std::vector<std::string> names;
    for (const CLI::App* command : program.get_subcommands({}))
        names.push_back(command->get_name());
    return names;
}

std::vector<std::string> optionNames(CLI::App& command)
{
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options())
        for (const std::string& name : option->get_lnames())
            names.push_back("--" + name);
    return names;
}

CLI::App& chosen(CLI::App& program)
{
    const auto commands = program.get_subcommands();
    return commands.empty() ? program : *commands.front();
}

std::string usageHint(CLI::App& command)
{
    const std::string name = command.get_name();
    return "See 'tailmass " + (name == "tailmass" ? "" : name + " ") + "--help'.";
}

core::Error badUsage(CLI::App& command, const std::string& what, const std::string& nearest = {})
{
    const std::string advice = nearest.empty() ? usageHint(command) : nearest + " " + usageHint(command);
    return {core::ErrorCode::BadRequest, "failed to read the command line: " + what, advice, {}};
}

/// A first word that is neither option nor command: a file for the window, or a mistake.
core::Result<Options> readFirstWord(CLI::App& program, const std::vector<std::string>& arguments)
{
    const std::string& word = arguments.front();
    std::error_code error;
    if (std::filesystem::exists(word, error)) {
        Options options;
        options.command = Command::HandOver;
        options.arguments = arguments;
        return options;
    }
    const bool looksLikeFile = word.find_first_of("./") != std::string::npos;
    if (looksLikeFile)
        return core::failure(
            core::ErrorCode::NotFound, "failed to open '" + word + "': no such file", usageHint(program));
    return tl::unexpected(badUsage(program, "unknown command '" + word + "'", suggestion(word, commandNames(program))));
}

core::Error badOption(CLI::App& command, const std::string& word)
{
    const std::string name = word.substr(0, word.find('='));
    return badUsage(command, "unknown option '" + name + "'", suggestion(name, optionNames(command)));
}

core::Error unexpectedArgument(CLI::App& program)
{
    CLI::App& command = chosen(program);
    const auto rest = program.remaining(true);
    for (const std::string& word : rest)
        if (word.starts_with('-'))
            return badOption(command, word);
    return badUsage(command, "unexpected argument '" + (rest.empty() ? std::string() : rest.front()) + "'");
}

/// The option that was given an empty text, which would count as not given; empty when there is none.
std::string optionWithoutValue(CLI::App& command)
{
    for (const CLI::Option* option : command.get_options()) {
        const auto& values = option->results();
        if (!option->get_positional() && std::find(values.begin(), values.end(), std::string()) != values.end())
            return option->get_name();
    }
    return {};
}

Options printed(std::string text)
{
    Options options;
    options.text = std::move(text);
    return options;
}

}

core::Result<Options> parseCommandLine(const std::vector<std::string>& arguments)
{
    RawOptions raw;
    CLI::App program{programSummary};
    describe(program, raw);
    if (arguments.empty())
        return tl::unexpected(badUsage(program, "a command or a dump is needed"));
    const auto names = commandNames(program);
    const bool isCommand = std::find(names.begin(), names.end(), arguments.front()) != names.end();
    if (!isCommand && !arguments.front().starts_with('-'))
        return readFirstWord(program, arguments);
    try {
        program.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    } catch (const CLI::CallForHelp&) {
        return printed(program.help());
    } catch (const CLI::CallForVersion& version) {
        return printed(std::string(version.what()) + "\n");
    } catch (const CLI::ExtrasError&) {
        return tl::unexpected(unexpectedArgument(program));
    } catch (const CLI::ParseError& error) {
        return tl::unexpected(arguments.front().starts_with('-') ? badOption(program, arguments.front())
                                                                 : badUsage(chosen(program), error.what()));
    }
    if (const auto name = optionWithoutValue(chosen(program)); !name.empty())
        return tl::unexpected(badUsage(chosen(program), name + ": its value is empty"));
    auto options = readOptions(raw);
    if (!options)
        return options;
    options->command = commandNamed(chosen(program).get_name());
    options->arguments = arguments;
    return options;
}

}
