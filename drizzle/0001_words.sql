-- Words of each kind, tokenised by lib/text/tokens (rowid = the row's id). Contentless: the text itself stands only in its own table.
-- Tokenizer ascii, since it leaves everything beyond ASCII as it is: unicode61 splits at emoji and at vowel signs of Indic scripts and Thai.
CREATE VIRTUAL TABLE memory_words USING fts5(words, parts, stems, content='', contentless_delete=1, tokenize="ascii tokenchars '_-./:@#+$%'''");
--> statement-breakpoint
CREATE VIRTUAL TABLE memory_words_vocab USING fts5vocab(memory_words, 'row');
--> statement-breakpoint
CREATE VIRTUAL TABLE observation_words USING fts5(words, parts, stems, content='', contentless_delete=1, tokenize="ascii tokenchars '_-./:@#+$%'''");
--> statement-breakpoint
CREATE VIRTUAL TABLE observation_words_vocab USING fts5vocab(observation_words, 'row');
--> statement-breakpoint
CREATE VIRTUAL TABLE summary_words USING fts5(words, parts, stems, content='', contentless_delete=1, tokenize="ascii tokenchars '_-./:@#+$%'''");
--> statement-breakpoint
CREATE VIRTUAL TABLE summary_words_vocab USING fts5vocab(summary_words, 'row');
--> statement-breakpoint
CREATE VIRTUAL TABLE prompt_words USING fts5(words, parts, stems, content='', contentless_delete=1, tokenize="ascii tokenchars '_-./:@#+$%'''");
--> statement-breakpoint
CREATE VIRTUAL TABLE prompt_words_vocab USING fts5vocab(prompt_words, 'row');
--> statement-breakpoint
CREATE VIRTUAL TABLE event_words USING fts5(words, parts, stems, content='', contentless_delete=1, tokenize="ascii tokenchars '_-./:@#+$%'''");
--> statement-breakpoint
CREATE VIRTUAL TABLE event_words_vocab USING fts5vocab(event_words, 'row');
