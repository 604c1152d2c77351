CREATE TABLE "installation" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"id" text NOT NULL,
	CONSTRAINT "installation_one_row" CHECK ("installation"."is_only"),
	CONSTRAINT "installation_id_form" CHECK ("installation"."id" ~ '^[a-z][0-9a-f]{11}$')
);
--> statement-breakpoint
ALTER TABLE "restores" ADD COLUMN "taken_over_at" timestamp with time zone;--> statement-breakpoint
-- Written by hand: every shop gets an id of its own, once.
INSERT INTO "installation" ("id") VALUES ('m' || substr(md5(gen_random_uuid()::text), 1, 11));--> statement-breakpoint
-- Written by hand: a shop that was restored by an earlier version has been the shop since then, and is no copy that waits.
UPDATE "restores" SET "taken_over_at" = coalesce("reconciled_at", "restored_at");
