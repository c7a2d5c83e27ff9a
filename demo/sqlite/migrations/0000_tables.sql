CREATE TABLE `cities` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`country_code` text NOT NULL,
	`kind` text NOT NULL,
	`population` integer NOT NULL,
	`latitude` real NOT NULL,
	`longitude` real NOT NULL,
	FOREIGN KEY (`country_code`) REFERENCES `countries`(`code`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `cities_population` ON `cities` (`population`,`id`);--> statement-breakpoint
CREATE INDEX `cities_name` ON `cities` (`name`,`id`);--> statement-breakpoint
CREATE INDEX `cities_country` ON `cities` (`country_code`);--> statement-breakpoint
CREATE TABLE `countries` (
	`code` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`native_name` text NOT NULL,
	`continent` text NOT NULL,
	`capital` text,
	`currencies` text NOT NULL,
	`languages` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `country_languages` (
	`country_code` text NOT NULL,
	`language_code` text NOT NULL,
	PRIMARY KEY(`country_code`, `language_code`),
	FOREIGN KEY (`country_code`) REFERENCES `countries`(`code`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`language_code`) REFERENCES `languages`(`code`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `languages` (
	`code` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`native_name` text NOT NULL
);
