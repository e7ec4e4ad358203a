CREATE TABLE `imported_rows` (
	`source` text NOT NULL,
	`source_id` text NOT NULL,
	`entity_table` text NOT NULL,
	`entity_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`source`, `source_id`)
);
--> statement-breakpoint
CREATE INDEX `imported_rows_entity` ON `imported_rows` (`entity_table`,`entity_id`);--> statement-breakpoint
CREATE TABLE `injection_exclusions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`entity_type` text NOT NULL,
	`entity_id` integer NOT NULL,
	`project_id` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `injection_exclusions_entity` ON `injection_exclusions` (`entity_type`,`entity_id`,`project_id`);--> statement-breakpoint
CREATE TABLE `injection_items` (
	`injection_id` integer NOT NULL,
	`entity_type` text NOT NULL,
	`entity_id` integer NOT NULL,
	`layer` text NOT NULL,
	`revision` integer NOT NULL,
	`chars` integer NOT NULL,
	`checked_turn` integer,
	`used_turn` integer,
	`used_at` integer,
	`overlap` real,
	PRIMARY KEY(`injection_id`, `entity_type`, `entity_id`),
	FOREIGN KEY (`injection_id`) REFERENCES `injections`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `injection_items_entity` ON `injection_items` (`entity_type`,`entity_id`,`injection_id`);--> statement-breakpoint
CREATE TABLE `llm_calls` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`purpose` text NOT NULL,
	`provider` text NOT NULL,
	`model` text NOT NULL,
	`status` text NOT NULL,
	`error` text,
	`request_chars` integer NOT NULL,
	`response_chars` integer NOT NULL,
	`input_tokens` integer NOT NULL,
	`output_tokens` integer NOT NULL,
	`cost_micros` integer,
	`redactions` integer DEFAULT 0 NOT NULL,
	`duration_ms` integer NOT NULL,
	`project_id` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `llm_calls_time` ON `llm_calls` (`created_at`);--> statement-breakpoint
CREATE TABLE `memory_pairs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`resolution` text,
	`project_id` integer DEFAULT 0 NOT NULL,
	`older_id` integer NOT NULL,
	`newer_id` integer DEFAULT 0 NOT NULL,
	`candidate` text,
	`candidate_hash` text DEFAULT '' NOT NULL,
	`reasons` text DEFAULT '[]' NOT NULL,
	`similarity` real,
	`actor_kind` text NOT NULL,
	`actor_name` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `memory_pairs_open` ON `memory_pairs` (`older_id`,`newer_id`,`candidate_hash`) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX `memory_pairs_older` ON `memory_pairs` (`older_id`);--> statement-breakpoint
CREATE INDEX `memory_pairs_newer` ON `memory_pairs` (`newer_id`);--> statement-breakpoint
CREATE INDEX `memory_pairs_status` ON `memory_pairs` (`status`,`id`);--> statement-breakpoint
CREATE INDEX `events_kind_time` ON `events` (`kind`,`created_at`);--> statement-breakpoint
CREATE INDEX `injections_session` ON `injections` (`host_session_id`,`id`);--> statement-breakpoint
CREATE INDEX `jobs_kind_due` ON `jobs` (`kind`,`status`,`run_at`,`id`);--> statement-breakpoint
CREATE INDEX `memories_key` ON `memories` (`key`,`status`);--> statement-breakpoint
CREATE INDEX `memories_supersedes` ON `memories` (`supersedes`);--> statement-breakpoint
CREATE INDEX `memories_superseded_by` ON `memories` (`superseded_by`);