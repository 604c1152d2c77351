ALTER TABLE "delivery_days" ADD COLUMN "line" text;
