/** The example session's transcripts, in their order: one session that was taken up again two days later, and changed its mind. */
export const SAMPLE_FILES = ["claude-code-session.jsonl", "taken-up-later.jsonl"] as const;
