CREATE TABLE "staff_places" (
	"staff_id" integer NOT NULL,
	"kind" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "staff_places_key" PRIMARY KEY("staff_id","hash"),
	CONSTRAINT "staff_places_kind" CHECK ("staff_places"."kind" in ('device', 'network'))
);
--> statement-breakpoint
ALTER TABLE "staff_places" ADD CONSTRAINT "staff_places_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;