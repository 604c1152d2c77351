CREATE TABLE "login_codes" (
	"ticket_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" integer,
	"mailbox" "bytea" NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"link_hash" "bytea",
	"tries" smallint DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "login_codes_link" UNIQUE("link_hash"),
	CONSTRAINT "login_codes_tries" CHECK ("login_codes"."tries" between 0 and 5)
);
--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "password_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "mailbox_proven_at" timestamp with time zone;--> statement-breakpoint
-- Before there were codes by mail nobody recorded in which browser an address was confirmed: those are taken at their word.
UPDATE "users" SET "mailbox_proven_at" = "email_confirmed_at" WHERE "email_confirmed_at" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "login_codes" ADD CONSTRAINT "login_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "login_codes_by_user" ON "login_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "login_codes_by_expiry" ON "login_codes" USING btree ("expires_at");
