CREATE TABLE `memory_tags` (
	`memory_id` integer NOT NULL,
	`tag` text NOT NULL,
	PRIMARY KEY(`memory_id`, `tag`)
);
--> statement-breakpoint
CREATE INDEX `memory_tags_tag` ON `memory_tags` (`tag`,`memory_id`);--> statement-breakpoint
CREATE TABLE `review_findings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`memory_id` integer NOT NULL,
	`other_id` integer DEFAULT 0 NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`detail` text DEFAULT '{}' NOT NULL,
	`similarity` real,
	`memory_revision` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `review_findings_subject` ON `review_findings` (`kind`,`memory_id`,`other_id`);--> statement-breakpoint
CREATE INDEX `review_findings_status` ON `review_findings` (`status`,`kind`,`id`);--> statement-breakpoint
CREATE INDEX `review_findings_other` ON `review_findings` (`other_id`);--> statement-breakpoint
ALTER TABLE `memories` ADD `origin` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `memories` ADD `host` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `memories_status_created` ON `memories` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `memories_status_importance` ON `memories` (`status`,`importance`,`id`);--> statement-breakpoint
CREATE INDEX `memories_status_access` ON `memories` (`status`,`access_count`,`id`);--> statement-breakpoint
CREATE INDEX `memories_status_used` ON `memories` (`status`,`last_accessed`,`id`);--> statement-breakpoint
CREATE INDEX `memories_status_expires` ON `memories` (`status`,`expires_at`,`id`);--> statement-breakpoint
CREATE INDEX `memories_status_confidence` ON `memories` (`status`,`confidence`,`id`);--> statement-breakpoint
ALTER TABLE `projects` ADD `llm_daily_tokens` integer;--> statement-breakpoint
ALTER TABLE `projects` ADD `inject_max_chars` integer;--> statement-breakpoint
CREATE INDEX `operations_actor` ON `operations` (`actor_kind`,`id`);--> statement-breakpoint
CREATE INDEX `operations_project` ON `operations` (`project_id`,`id`);--> statement-breakpoint
INSERT INTO `list_versions` (`name`) VALUES ('memories'), ('operations');
--> statement-breakpoint
CREATE TRIGGER `memories_listed_insert` AFTER INSERT ON `memories` BEGIN UPDATE `list_versions` SET `version` = `version` + 1 WHERE `name` = 'memories'; END;
--> statement-breakpoint
CREATE TRIGGER `memories_listed_delete` AFTER DELETE ON `memories` BEGIN UPDATE `list_versions` SET `version` = `version` + 1 WHERE `name` = 'memories'; END;
--> statement-breakpoint
CREATE TRIGGER `memories_listed_update` AFTER UPDATE ON `memories` BEGIN UPDATE `list_versions` SET `version` = `version` + 1 WHERE `name` = 'memories'; END;
--> statement-breakpoint
CREATE TRIGGER `memories_tags_insert` AFTER INSERT ON `memories` WHEN NEW.`tags` <> '' BEGIN INSERT OR IGNORE INTO `memory_tags` (`memory_id`, `tag`) SELECT NEW.`id`, trim(`value`) FROM json_each('[' || replace(json_quote(NEW.`tags`), ',', '","') || ']') WHERE trim(`value`) <> ''; END;
--> statement-breakpoint
CREATE TRIGGER `memories_tags_update` AFTER UPDATE OF `tags` ON `memories` WHEN NEW.`tags` <> OLD.`tags` BEGIN DELETE FROM `memory_tags` WHERE `memory_id` = NEW.`id`; INSERT OR IGNORE INTO `memory_tags` (`memory_id`, `tag`) SELECT NEW.`id`, trim(`value`) FROM json_each('[' || replace(json_quote(NEW.`tags`), ',', '","') || ']') WHERE trim(`value`) <> ''; END;
--> statement-breakpoint
CREATE TRIGGER `memories_tags_delete` AFTER DELETE ON `memories` BEGIN DELETE FROM `memory_tags` WHERE `memory_id` = OLD.`id`; DELETE FROM `review_findings` WHERE `memory_id` = OLD.`id` OR `other_id` = OLD.`id`; END;
--> statement-breakpoint
INSERT OR IGNORE INTO `memory_tags` (`memory_id`, `tag`) SELECT m.`id`, trim(t.`value`) FROM `memories` m, json_each('[' || replace(json_quote(m.`tags`), ',', '","') || ']') t WHERE m.`tags` <> '' AND trim(t.`value`) <> '';
--> statement-breakpoint
UPDATE `memories` SET `host` = coalesce((SELECT s.`host` FROM `sessions` s WHERE s.`id` = json_extract(`memories`.`sources`, '$[0].session_id')), '') WHERE json_valid(`sources`);
--> statement-breakpoint
UPDATE `memories` SET `origin` = coalesce((SELECT CASE WHEN o.`kind` = 'store.import' THEN 'import' WHEN o.`actor_kind` = 'person' THEN 'person' WHEN o.`actor_kind` = 'agent' THEN 'agent' ELSE 'rules' END FROM `operation_changes` c JOIN `operations` o ON o.`id` = c.`operation_id` WHERE c.`entity_table` = 'memories' AND c.`entity_id` = `memories`.`id` ORDER BY c.`operation_id` LIMIT 1), '');
