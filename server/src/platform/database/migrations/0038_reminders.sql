CREATE TABLE "reminders" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reminders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"who" text NOT NULL,
	"occasion" text NOT NULL,
	"month" smallint NOT NULL,
	"day" smallint NOT NULL,
	"every_year" boolean NOT NULL,
	"lead_days" smallint NOT NULL,
	"next_on" date,
	"send_on" date GENERATED ALWAYS AS (next_on - lead_days) STORED,
	"sent_for" date,
	"consent" text NOT NULL,
	"consented_at" timestamp with time zone NOT NULL,
	"stopped_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "reminders_occasion_known" CHECK ("reminders"."occasion" in ('birthday', 'anniversary', 'memory', 'other')),
	CONSTRAINT "reminders_a_day_of_the_year" CHECK ("reminders"."month" between 1 and 12 and "reminders"."day" between 1 and 31),
	CONSTRAINT "reminders_lead_days" CHECK ("reminders"."lead_days" between 1 and 60),
	CONSTRAINT "reminders_sent_once" CHECK ("reminders"."next_on" > "reminders"."sent_for")
);
--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "reminders_same" ON "reminders" USING btree ("user_id","who","occasion","month","day");--> statement-breakpoint
CREATE INDEX "reminders_due" ON "reminders" USING btree ("send_on","id") WHERE "reminders"."next_on" is not null and "reminders"."stopped_at" is null;