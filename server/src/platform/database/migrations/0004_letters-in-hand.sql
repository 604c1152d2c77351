DROP INDEX "letters_waiting";--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "refusals" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "taken_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "given_up_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "letters_waiting" ON "letters" USING btree ("created_at") WHERE "letters"."sent_at" is null and "letters"."given_up_at" is null;