// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/helptexts.h"

namespace app {

const std::string programSummary =
    "Shows and proves what sparse attention loses. A dump holds attention probabilities, scores, or Q, K "
    "and V of a transformer.";

const std::string programFooter = R"(
tailmass FILE opens the dump in the window (tailmass-gui).

Words
  row        one query's distribution over its keys
  rule       which keys are kept, one of
             topk:64              the 64 keys of largest score
             topp:0.99            the fewest best keys whose tail mass is at most 0.01
             threshold:1e-3       keys of at least this probability
             window:256+4         the last 256 keys and the first 4
             topk:64+window:32+4  the window's keys and the best others, 64 in all
             block:64x64:top8     the 8 key blocks of most mass for each query block
             mask:FILE            what an npy or safetensors file marks
  tail mass  probability of the dropped keys
  k_eps      smallest k whose tail mass is proven to be below epsilon

Start with
  tailmass info dump.safetensors
  tailmass analyze dump.safetensors --epsilon 0.1,0.01
  tailmass certify dump.safetensors --rule topk:64 --epsilon 0.01
  tailmass verify certificate.json dump.safetensors
  tailmass combine a.json b.json -o all.json
  tailmass compare dump.safetensors --a L0H0 --b L0H5
  tailmass convert attentions.pt -o dump.safetensors

Exit codes: 0 done, and what was claimed holds; 1 a claim does not hold or is undecided; 2 it could not be done.
Results go to standard output or to -o FILE, messages to standard error.
)";

const CommandHelp infoHelp{"info", "Says what a dump holds, how each tensor is read, and why", R"(
Lists tensors with their roles and axes, layers and heads, and counts rows by state: valid, masked (no key), nan, zero, and not
normalised. When more than one reading fits it lists the hints that decide and ends with 2. --remember keeps the hints in the
sidecar, so that the dump opens with them from then on; everything else in the sidecar stays.

Examples
  tailmass info dump.safetensors
  tailmass info attn.npy --kind probs --roles HQK --remember
  tailmass info dump.npz --json
)"};

const CommandHelp analyzeHelp{"analyze", "Tail mass, k_eps, entropy and sigma of every head", R"(
One record per head over its valid rows. Ends of intervals (mean_lower, max_upper ...) contain the real value for the stored data;
mean and max are their middles, p99 is the upper end. Numbers that name an epsilon are written in their shortest form: 0.01, not 1e-2.
--sample-rows gives estimates: they carry no intervals. --rule adds the tail mass of its kept sets, their mean size and density, and their
efficiency: the size of the smallest set that loses no more over their own. --share-kv keeps one set of keys for all heads of
a K/V group, by their mean weight, and tells what that costs beside each head's own set.

--search scores keys best first, and stops as soon as bounds on all keys that were not scored prove the tail mass to be below
epsilon. Methods:
  box       blocks by least and largest coordinate of their keys
  ball      blocks by centre and radius, largest mass first
  norm      blocks by their largest key norm (Cauchy-Schwarz)
  em        blocks by mean score and both ends (Edmundson-Madansky)
  bennett   blocks by mean, variance and upper end of their scores
  mc        MC-Search: centre and radius, largest upper score first
  delta_k   Delta_k-Search: only the gap below the k-th score counts
  int8      a score interval for each key from codes of one byte a dimension
  pca       a score interval for each key from half of its principal components
JSON keys: search.EPSILON.METHOD {scored_mean, bytes_mean, oracle_mean, kept_mean, proven, early, rows}, search_block,
search_sampled.

Examples
  tailmass analyze dump.safetensors
  tailmass analyze dump.npz --layer 0,3-5 --k 16,32 --epsilon 0.05 -o heads.csv
  tailmass analyze dump.npz --rule block:64x64:top8
  tailmass analyze dump.npz --json --curves curves.json --k-grid all
  tailmass analyze long.safetensors --sample-rows 64
  tailmass analyze qkv.safetensors --search int8,bennett --epsilon 0.01 --search-rows 100
)"};

const CommandHelp rowHelp{"row", "Everything about one row", R"(
Tail mass, divergences and output error at each k, k_eps, and what the Gaussian score model predicts from the row's sigma. Beside
each interval stand the cheaper upper bounds with what they read: single gap, multi-gap, blocks of 16 sorted or neighbouring
keys; for the output error norms, distances, boxes and variance. Vacuous: it says no more than what holds for every row.
--delta X: what quantised keys or a kernel whose scores are off by up to X do to tail mass and k_eps, proven.

JSON keys: top_k.K.bounds.NAME and top_k.K.output_error_bounds.NAME {upper, vacuous, assumption}, output_error_bounds.smallest,
not_renormalised_error_lower and _upper; rule likewise, with bounds where they hold for its set; perturbed {delta, tv_from_row, k_eps, top_k.K {tail_mass_lower, tail_mass_upper}}.

Examples
  tailmass row dump.safetensors --layer 3 --head 0 --row 100
  tailmass row dump.safetensors --head L3H0 --row 100 --k 8,16,32 --epsilon 0.01 --json
  tailmass row dump.safetensors --head L3H0 --row 100 --delta 0.05
)"};

const CommandHelp spectrumHelp{"spectrum", "Singular values of a head's matrix", R"(
All of them for matrices whose smaller side is at most 1536, else the largest. Residuals are measured, not proven.

Examples
  tailmass spectrum dump.safetensors --layer 3 --head 0
  tailmass spectrum dump.safetensors --head L3H0 --top 8 -o spectrum.json
)"};

const CommandHelp certifyHelp{"certify", "Decides whether a rule loses less than epsilon", R"(
certified       the proven upper end is below epsilon                 exit code 0
not certified   the proven lower end is above epsilon                 exit code 1
undecided       epsilon lies inside the interval                      exit code 1

The JSON file is the certificate: it names the dump by its hash, the tensors and how they were read, the claim and the numbers.
A row of which the rule keeps nothing has tail mass 1. Rows where double arithmetic cannot tell what is kept are counted as
ambiguous; their interval covers every answer.

Examples
  tailmass certify dump.safetensors --rule topk:64 --epsilon 0.01
  tailmass certify dump.safetensors --rule topk:64 --epsilon 0.01 --scope dump --statistic mean
  tailmass certify dump.safetensors --rule topk:64+window:32+4 --epsilon 0.05
  tailmass certify dump.safetensors --layer 3 --row 10-20 --scope rows --rule topk:64 --epsilon 0.01 -o certificate.json
)"};

const CommandHelp combineHelp{"combine", "Puts certificates of one claim about several dumps into one", R"(
certified       every certificate is                                  exit code 0
not certified   one of them is not                                    exit code 1
undecided       else                                                  exit code 1

Names the worst unit, its dump and row. Each certificate stays whole, so that 'tailmass verify' recomputes all of them. Certificates that
differ in rule, epsilon, scope, statistic or reading are refused.

Examples
  tailmass combine a.json b.json c.json -o all.json
  tailmass verify all.json a.safetensors b.safetensors c.safetensors
)"};

const CommandHelp verifyHelp{"verify", "Recomputes a certificate from the dump, independently", R"(
Prints the claim first: what is stated, of which bytes, read how. Then everything is recomputed from the bytes of the dump by that
account alone, in 200-bit arithmetic and by other code than certify's.

holds            every statement is true of the dump               exit code 0
does not hold    the lines below say which statement is not        exit code 1
A certificate that cannot be read or recomputed is refused         exit code 2

Of a combined certificate each dump is found by its SHA-256; one that is missing is said, and the exit code is 2.

Examples
  tailmass verify certificate.json dump.safetensors
  tailmass verify all.json a.safetensors b.safetensors
)"};

const CommandHelp compareHelp{
    "compare", "How far two heads, two sources of a head, or a head of two dumps are apart", R"(
For each row and over all of them: total variation, KL in both directions, Jensen-Shannon, Hellinger (nats, equal weights), cosine, and the
overlap of the k best keys: how many are in both sets over how many are in one (Jaccard). Distances have mean, max and p99,
likenesses mean, min and p1, each with its worst row. Rows of which one has no number are skipped and counted by state. Stored
probabilities are divided by their sum. Everything is computed in double and not proven. --row also prints each row that it names.

JSON keys: a, b, with, rows {total, compared, not_normalised_a, not_normalised_b}, skipped [{row, a, b}], tv, kl_ab, kl_ba, js, hellinger
{mean, max, p99, worst_row, infinite}, cosine and overlap.K {mean, min, p1, worst_row}, per_row [{row, tv ...}]. An infinite
KL is absent; infinite says how many rows have one.

Examples
  tailmass compare dump.safetensors --a L0H0 --b L0H5
  tailmass compare dump.safetensors --a L3H0:probs --b L3H0:qkv          stored probabilities against recomputed ones
  tailmass compare fp32.safetensors --with bf16.safetensors --a L3H0 --row 100 --json
)"};

const CommandHelp convertHelp{
    "convert", "Writes a dump, its probabilities or a rule's kept keys as safetensors or npy", R"(
Names are layers.L.q, .k, .v, .probs, .logits, with the group before them where there is one: encoder.layers.0.q. Axes are item (where
there are several), head, then query and key, or position and dim. The metadata hold tokens and what was understood: causal, scale,
numbers of heads, group. The file is read back before it gets its name, so it opens with the same heads, without hints.
Chosen heads and items are counted anew from 0; layers keep their numbers.

  (nothing)     probabilities, scores, Q, K and V as they are: the same bytes in the same number format
  --what probs  stored probabilities as they are, else softmax in double of scores or Q and K, rounded to nearest: float32, or as
                --dtype says. Keys that do not exist are 0. --source chooses where a layer has several
  --what qkv    Q, K and V as they are
  --what kept   the keys that --rule keeps. indices: layers.L.indices, int32 [head, query, budget], largest score first, the rest -1;
                for topk, window and topk+window. mask: layers.L.mask, bool [head, query, key]; of one layer it is what
                --rule mask:FILE reads

X.npy takes one tensor, that of a single head as [query, key]; it has no place for metadata. --verbose says the size beforehand.

Examples
  tailmass convert attentions.pt -o dump.safetensors
  tailmass convert dump.npz --what probs --layer 3 -o probs.safetensors
  tailmass convert dump.npz --what kept --rule topk:64 --head L3H5 -o kept.npy
  tailmass convert dump.npz --what kept --rule topp:0.99 --layer 3 -o mask.safetensors
)"};

const CommandHelp plotHelp{"plot", "Draws a figure of the window into a file", R"(
Figures are drawn by tailmass-gui, which needs no display for it.

Examples
  tailmass plot heatmap dump.safetensors --head L3H0 -o map.png
  tailmass plot tail-mass dump.safetensors --layer 3 --head 0 --row 100 --size 800x500 -o tail.svg
  tailmass plot spectrum dump.safetensors --head L3H0 -o spectrum.csv
)"};

}
