// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/names.h"

#include <algorithm>
#include <array>
#include <vector>

namespace core {
namespace {

struct Word
{
    std::string text;
    std::optional<std::uint32_t> number;
    bool glued = false; ///< follows the word before without a separator, as "k" in "260k" and 16 in "fp16"
};

struct RoleWord
{
    std::string_view word;
    NameRole role;
    std::string_view foreign = {};
};

constexpr std::string_view parameter = "a parameter of the model";
constexpr std::string_view activation = "another activation of the model";
constexpr std::string_view projection = "a projection's output, before positions are applied and heads are split";

// The last word of a name that stands here gives its role: "self_attn.q" is Q, "past_key_values.0.key" is K.
constexpr std::array roleWords{
    RoleWord{"q", NameRole::Queries},
    RoleWord{"query", NameRole::Queries},
    RoleWord{"queries", NameRole::Queries},
    RoleWord{"k", NameRole::Keys},
    RoleWord{"key", NameRole::Keys},
    RoleWord{"keys", NameRole::Keys},
    RoleWord{"v", NameRole::Values},
    RoleWord{"value", NameRole::Values},
    RoleWord{"values", NameRole::Values},
    RoleWord{"att", NameRole::Attention},
    RoleWord{"attn", NameRole::Attention},
    RoleWord{"attns", NameRole::Attention},
    RoleWord{"attention", NameRole::Attention},
    RoleWord{"attentions", NameRole::Attention},
    RoleWord{"weights", NameRole::Attention},
    RoleWord{"prob", NameRole::Probabilities},
    RoleWord{"probs", NameRole::Probabilities},
    RoleWord{"probabilities", NameRole::Probabilities},
    RoleWord{"pattern", NameRole::Probabilities},
    RoleWord{"patterns", NameRole::Probabilities},
    RoleWord{"softmax", NameRole::Probabilities},
    RoleWord{"score", NameRole::Scores},
    RoleWord{"scores", NameRole::Scores},
    RoleWord{"logit", NameRole::Scores},
    RoleWord{"logits", NameRole::Scores},
    RoleWord{"qk", NameRole::Scores},
    RoleWord{"mask", NameRole::Mask},
    RoleWord{"masks", NameRole::Mask},
    RoleWord{"sinks", NameRole::Sinks},
    RoleWord{"ids", NameRole::Foreign, "token or position numbers"},
    RoleWord{"indices", NameRole::Foreign, "indices"},
    RoleWord{"weight", NameRole::Foreign, parameter},
    RoleWord{"bias", NameRole::Foreign, parameter},
    RoleWord{"embedding", NameRole::Foreign, parameter},
    RoleWord{"proj", NameRole::Foreign, projection},
    RoleWord{"o", NameRole::Foreign, activation},
    RoleWord{"z", NameRole::Foreign, activation},
    RoleWord{"out", NameRole::Foreign, activation},
    RoleWord{"output", NameRole::Foreign, activation},
    RoleWord{"result", NameRole::Foreign, activation},
    RoleWord{"context", NameRole::Foreign, activation},
    RoleWord{"hidden", NameRole::Foreign, activation},
    RoleWord{"resid", NameRole::Foreign, activation},
    RoleWord{"mlp", NameRole::Foreign, activation},
};

constexpr std::array layerWords{"layer", "layers", "blk", "block", "blocks", "l", "h"};
constexpr std::array countedOtherwise{"head", "heads", "step", "item", "batch", "ctx", "seed"};
constexpr std::array crossWords{"cross", "crossattn", "crossattention", "encdec", "encdecattention"};
constexpr std::array rotaryWords{"rot", "rotary", "roped", "rope"};
constexpr std::array encoderWords{"encoder", "enc"};
constexpr std::array decoderWords{"decoder", "dec"};

template <std::size_t N>
bool isOneOf(const std::string& word, const std::array<const char*, N>& words)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

Word wordOf(std::string_view piece, bool glued)
{
    Word word{{}, {}, glued};
    for (const char c : piece)
        word.text += (c >= 'A' && c <= 'Z') ? static_cast<char>(c - 'A' + 'a') : c;
    if (!isDigit(piece.front()) || piece.size() > 9) // nine digits always fit; longer ones are dates or hashes
        return word;
    std::uint32_t number = 0;
    for (const char digit : piece)
        number = number * 10 + static_cast<std::uint32_t>(digit - '0');
    word.number = number;
    return word;
}

std::vector<Word> wordsOf(std::string_view name)
{
    std::vector<Word> words;
    for (std::size_t begin = 0; begin < name.size();) {
        if (!isDigit(name[begin]) && !isLetter(name[begin])) {
            ++begin;
            continue;
        }
        const auto sameKind = isDigit(name[begin]) ? isDigit : isLetter;
        std::size_t end = begin;
        while (end < name.size() && sameKind(name[end]))
            ++end;
        const bool glued = begin > 0 && (isDigit(name[begin - 1]) || isLetter(name[begin - 1]));
        words.push_back(wordOf(name.substr(begin, end - begin), glued));
        begin = end;
    }
    return words;
}

bool isRole(const Word& word)
{
    return std::any_of(
        roleWords.begin(), roleWords.end(), [&word](const RoleWord& entry) { return entry.word == word.text; });
}

/// The "v" of "scores_v2".
bool isVersionMark(const std::vector<Word>& words, std::size_t i)
{
    const auto here = words.begin() + static_cast<std::ptrdiff_t>(i);
    return here->text == "v" && i + 1 < words.size() && words[i + 1].glued && std::any_of(words.begin(), here, isRole);
}

void findRole(const std::vector<Word>& words, NameReading& reading)
{
    for (std::size_t i = 0; i < words.size(); ++i) {
        const Word& word = words[i];
        if ((word.glued && word.text.size() == 1) || isVersionMark(words, i))
            continue;
        const bool afterAttention = reading.role == NameRole::Attention && i > 0 && words[i - 1].text == reading.word;
        if (word.text == "weight" && afterAttention)
            continue; // "attn_weight" is attention, "dense.weight" is a parameter
        const auto* const row = std::find_if(
            roleWords.begin(), roleWords.end(), [&word](const RoleWord& entry) { return entry.word == word.text; });
        if (row == roleWords.end())
            continue;
        reading.role = row->role;
        reading.word = word.text;
        reading.foreign = row->foreign;
    }
}

/// Whether a number is one of its own and not part of a word, as those of "gpt2", "fp16", "2d" and "scores_v2" are.
bool standsForItself(const std::vector<Word>& words, std::size_t i)
{
    if (i + 1 < words.size() && words[i + 1].glued)
        return false;
    if (i == 0)
        return true;
    if (words[i].glued)
        return isRole(words[i - 1]) && !isVersionMark(words, i - 1);
    return !isOneOf(words[i - 1].text, countedOtherwise);
}

void findLayer(const std::vector<Word>& words, NameReading& reading)
{
    for (std::size_t i = 0; i + 1 < words.size(); ++i)
        if (isOneOf(words[i].text, layerWords) && words[i + 1].number) {
            reading.layer = words[i + 1].number;
            return;
        }
    std::vector<std::uint32_t> numbers;
    for (std::size_t i = 0; i < words.size(); ++i)
        if (words[i].number && standsForItself(words, i))
            numbers.push_back(*words[i].number);
    if (numbers.size() != 1)
        return;
    reading.layer = numbers.front();
    reading.layerIsIndex =
        std::all_of(words.begin(), words.end(), [](const Word& word) { return word.number || word.text == "arr"; });
}

void findGroup(const std::vector<Word>& words, NameReading& reading)
{
    const auto has = [&words](const auto& table) {
        return std::any_of(
            words.begin(), words.end(), [&table](const Word& word) { return isOneOf(word.text, table); });
    };
    // "decoder.layers.0.encoder_attn" attends from the decoder to the encoder.
    if (has(crossWords) || (has(encoderWords) && has(decoderWords)))
        reading.group = "cross";
    else if (has(encoderWords))
        reading.group = "encoder";
    else if (has(decoderWords))
        reading.group = "decoder";
}

bool startsWith(const std::vector<Word>& words, std::string_view first, std::string_view second)
{
    return words.size() > 1 && words[0].text == first && words[1].text == second;
}

}

NameReading readName(std::string_view name)
{
    const auto words = wordsOf(name);
    NameReading reading;
    findRole(words, reading);
    findLayer(words, reading);
    findGroup(words, reading);
    reading.positionFirst =
        std::any_of(words.begin(), words.end(), [](const Word& word) { return word.text == "hook"; });
    reading.positionsApplied =
        std::any_of(words.begin(), words.end(), [](const Word& word) { return isOneOf(word.text, rotaryWords); });
    reading.decoderOnly = startsWith(words, "model", "layers") || startsWith(words, "transformer", "h");
    return reading;
}

}
