/**
 * The recipe of our hybrid search: every number it is made of, and why it is that number. `npm run bench:recall` measures what a
 * change does. `memory_search` follows EvolvMem instead (`memory-score.ts`, settings `fts_weight`, `vector_weight`).
 */

/**
 * What the two halves are worth at their best, 0.6 to 0.4 as in EvolvMem. Recency and importance only decide between hits that are
 * as good as equal: no age makes a worse answer the better one.
 */
export const WEIGHTS = { words: 0.6, meaning: 0.4, recency: 0.02, importance: 0.01 } as const;

/** Days after which recency has halved. */
export const HALF_LIFE_DAYS = 30;

/** Share of the better neighbour's score that a turn of a conversation gains: answers seldom repeat what was asked (0.67 → 0.725 R@10). */
export const NEIGHBOUR_SHARE = 0.35;

export const WORDS = {
  /** bm25 of the columns words, parts, stems: a word as written says more than a piece of an identifier, and that more than a stem. */
  columns: "4.0, 2.0, 1.0",
  /** Terms that are tried as written before their pieces; a longer query is prose and takes the pieces' word for it. */
  maxProbes: 24,
  /** A query of more telling terms than this is long: its commonest terms are left out. */
  longQuery: 4,
  /** Below this many rows nothing is slow, and every term may count. */
  smallTable: 2_000,
  /** Share of the rows that a long query's terms may reach, added up (100,000 rows: 102 → 20 ms, recall unchanged). */
  maxReach: 0.2,
  /** FTS5 parses at most 256 nodes deep, and a rarer term always says more. */
  maxTerms: 64,
} as const;

/**
 * How sure the words are, 0–1: the share of what was asked, by rarity, that the best row holds. One common word of a long question
 * says little, all of its words say everything. Below 1 the words give way to meaning; the power makes half a match worth
 * less than half.
 */
export const CERTAINTY = { power: 2.5 } as const;

/**
 * Words that no row holds are read as their nearest neighbours in the vocabulary: letters swapped, lost, doubled or mistaken.
 * Short words have too many neighbours, numbers mean what they say.
 */
export const TYPOS = {
  minLetters: 4,
  /** From so many letters on one mistake of any kind is allowed; below, only two letters swapped or one lost. */
  oneMistake: 5,
  /** From so many letters on two mistakes are. */
  twoMistakes: 9,
  /** Words of one query that are looked up, longest first, and neighbours that stand in for each. */
  maxWords: 6,
  maxNeighbours: 3,
  /** Letters at the head that are taken as right while two mistakes are looked for, and vocabulary entries with that head that are read. */
  head: 3,
  maxScan: 3_000,
  /** What a word that was read into the query counts beside one that stands in it. */
  worth: 0.8,
} as const;

/**
 * What else a question's words may be called (`lib/text/concepts.ts`). Only looked at where no row holds all of its words as they
 * are. Measured on the sets that are not held out.
 */
export const GLOSSARY = {
  /** Certainty of the words from which on nothing else is looked for. */
  enough: 0.99,
  /** What another name counts beside the word itself. */
  worth: 0.9,
  /**
   * Added to a row that holds all that was asked, by whatever name. Nearly as much as meaning can say in all: across languages it
   * is the only thing that words can say (R@1 0.52 → 0.62; 0.2 gave 0.59, 0.9 no more), within one it changes little (0.44 → 0.42).
   */
  weight: 0.5,
  /** A row that neither words nor meaning find must hold this share. */
  least: 0.3,
  /** Rows that the other names bring, and rows of each half that are judged by the share that they hold. */
  top: 40,
  /** Words of a question that are looked up, names of each, and names of all that are asked for. */
  maxConcepts: 24,
  maxEquivalents: 12,
  maxTerms: 40,
  /** Rows that one name may reach, and all of them, added up: what stands everywhere says little and costs time (100,000 rows: + 4 %). */
  maxNameReach: 500,
  maxReach: 2_000,
} as const;

export const MEANING = {
  /** Hits that scoring looks at, scales over, and asks the index for at first; the most that it asks for. */
  top: 100,
  maxRecall: 1_000,
  /** A row that words do not find must come this near to the best cosine to be shown beside those that they do find. */
  reach: 0.25,
  /**
   * Taken off a query's vector: this share of what all questions have in common, and of what tells languages apart. In a store of two
   * languages the index finds next to nothing across them otherwise (R@1 0.02 → 0.5); taking all of it off costs
   * questions in the language of their note (0.46 → 0.44).
   */
  sharedByQuestions: 0.7,
  languageAxes: 0.9,
} as const;

/** Added to a row that is what was named: its key, a part of its key, a path, a ticket, a version. More than both halves together. */
export const EXACT = 1.2;
/** Added where a name stands among other words of the query: it decides between rows that are as good in the rest. */
export const NAMED = 0.3;

/** When two memories are one subject with two values, so that the newer goes first; beside equal keys and open pairs. */
export const SAME_SUBJECT = {
  /** Best hits that are compared with each other. */
  top: 12,
  /**
   * Cosine of what they state, keys aside. Measured: 33 of 36 facts and their updates lie above, and of 67,000 pairs of notes on
   * other subjects 41. At 0.55 paraphrases begin to lose places.
   */
  cosine: 0.6,
  /** From here on the detectors of the review read both, so many pairs at most: a value, a name or words of change decide. */
  judged: 0.4,
  maxJudged: 12,
  /** Share of the better one's words that the newer must hold, and how far it may lie behind in meaning. */
  words: 0.5,
  meaning: 0.7,
} as const;

/**
 * What a prompt may bring back unasked: a row that holds enough of its words, or is surely near (`floor.sure` of the model), or
 * some of both. Measured on 60 off-topic and nonsense questions, of which 95 % must bring nothing.
 */
export const ABSTAIN = {
  /** Share of the words, by rarity, that a row must hold by itself. */
  words: 0.5,
  /** The same where meaning says that it is far from sure: one word of two is shared by chance. */
  mostWords: 0.75,
  /** Both halves together: this share of the words, and this share of the cosine that is sure. */
  someWords: 0.25,
  nearlySure: 0.75,
  /**
   * By whatever name: two words of the question that are this share of it, or this share and a cosine that is nearly sure. One
   * word alone is shared by chance (all off-topic questions stayed as silent as before; kept across languages 0.54 → 0.70).
   */
  twoNames: 0.25,
  someNames: 0.3,
  /** All that was asked, by whatever name, needs only this share of the cosine that is sure. */
  allNames: 0.9,
  halfSure: 0.5,
  /** The question asks for a kind of tool ("which package manager?") and for little else, and the row names one: the glossary is sure of it. */
  ofKind: 0.75,
  /** Memories that the nearest one is at least taken to be chosen from: of fewer nothing was measured. */
  fewest: 4,
  /**
   * By meaning alone a row must also come this near to the best: what only shares the tone of a question ("where do we …", "we use …")
   * lies far behind its answer. Nearer yet where another row holds what was asked.
   */
  nearBest: 0.6,
  asNear: 0.85,
  /** Hits of a kind that are looked at. */
  top: 30,
} as const;
