CREATE TABLE `list_versions` (
	`name` text PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE `llm_calls` ADD `items` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `llm_calls` ADD `unbatched_tokens` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `observations` ADD `metadata` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX `observations_time` ON `observations` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `observations_project_time` ON `observations` (`project_id`,`status`,`created_at`,`id`);--> statement-breakpoint
ALTER TABLE `projects` ADD `llm_enabled` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `summaries` ADD `source` text DEFAULT 'rules' NOT NULL;--> statement-breakpoint
CREATE INDEX `summaries_time` ON `summaries` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `summaries_project_time` ON `summaries` (`project_id`,`status`,`created_at`,`id`);--> statement-breakpoint
ALTER TABLE `turns` ADD `extracted_by` text;--> statement-breakpoint
ALTER TABLE `turns` ADD `llm_failure` text;--> statement-breakpoint
CREATE INDEX `prompts_time` ON `prompts` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `prompts_project_time` ON `prompts` (`project_id`,`status`,`created_at`,`id`);--> statement-breakpoint
INSERT INTO `list_versions` (`name`) VALUES ('observations'), ('summaries'), ('prompts');
--> statement-breakpoint
CREATE TRIGGER `observations_listed_insert` AFTER INSERT ON `observations` BEGIN UPDATE `list_versions` SET `version` = `version` + 1 WHERE `name` = 'observations'; END;
--> statement-breakpoint
CREATE TRIGGER `observations_listed_delete` AFTER DELETE ON `observations` BEGIN UPDATE `list_versions` SET `version` = `version` + 1 WHERE `name` = 'observations'; END;
--> statement-breakpoint
CREATE TRIGGER `observations_listed_update` AFTER UPDATE OF status, project_id, created_at ON `observations` BEGIN UPDATE `list_versions` SET `version` = `version` + 1 WHERE `name` = 'observations'; END;
--> statement-breakpoint
CREATE TRIGGER `summaries_listed_insert` AFTER INSERT ON `summaries` BEGIN UPDATE `list_versions` SET `version` = `version` + 1 WHERE `name` = 'summaries'; END;
--> statement-breakpoint
CREATE TRIGGER `summaries_listed_delete` AFTER DELETE ON `summaries` BEGIN UPDATE `list_versions` SET `version` = `version` + 1 WHERE `name` = 'summaries'; END;
--> statement-breakpoint
CREATE TRIGGER `summaries_listed_update` AFTER UPDATE OF status, project_id, created_at ON `summaries` BEGIN UPDATE `list_versions` SET `version` = `version` + 1 WHERE `name` = 'summaries'; END;
--> statement-breakpoint
CREATE TRIGGER `prompts_listed_insert` AFTER INSERT ON `prompts` BEGIN UPDATE `list_versions` SET `version` = `version` + 1 WHERE `name` = 'prompts'; END;
--> statement-breakpoint
CREATE TRIGGER `prompts_listed_delete` AFTER DELETE ON `prompts` BEGIN UPDATE `list_versions` SET `version` = `version` + 1 WHERE `name` = 'prompts'; END;
--> statement-breakpoint
CREATE TRIGGER `prompts_listed_update` AFTER UPDATE OF status, project_id, created_at ON `prompts` BEGIN UPDATE `list_versions` SET `version` = `version` + 1 WHERE `name` = 'prompts'; END;
