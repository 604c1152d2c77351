import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import pg from 'pg';
import { pino } from 'pino';
import { addDays, londonDay } from '#contract/delivery.ts';
import { readConfig } from '#server/config.ts';
import { createDeliveryCache } from '#server/features/delivery/delivery-cache.ts';
import { sendReminders } from '#server/features/reminders/send-reminders.ts';
import { connect } from '#server/platform/database/connect.ts';
import { findRunningDatabase } from '#server/platform/database/embedded/find-running-database.ts';
import { createJobs } from '#server/platform/jobs/create-jobs.ts';
import { createMail } from '#server/platform/mail/create-mail.ts';
import { deriveSecrets, findSecret } from '#server/platform/secrets/secrets.ts';

const run = promisify(execFile);
const dataDir = () => process.env.JOURNEYS_DATA_DIR ?? '';

/** Runs a command of the florist's desk. */
export async function runDeskCommand(...words: string[]): Promise<void> {
  const env = { ...process.env, DATA_DIR: dataDir(), DATABASE_URL: '' };
  await run(process.execPath, ['server/src/command-line/desk-command.ts', ...words], { env });
}

/** The day so many days from now, in London. Counted on the calendar: not every day has 24 hours. */
export const dayFromNow = (days: number): string => addDays(londonDay(new Date()), days);

/** The shop's clock cannot be changed, so the order's day is. */
export const setDeliveryDay = (orderId: number, day: string): Promise<void> =>
  write('update orders set delivery_date = $2 where id = $1', [orderId, day]);

/** As if the flowers had left a minute earlier: until then it can be taken back, and nobody is told. */
export const letTheMinutePass = (orderId: number): Promise<void> =>
  write("update orders set dispatched_at = dispatched_at - interval '1 minute' where id = $1", [orderId]);

/** Another flat of the same house: of two reports for one door a person looks at the second. */
export const setFlat = (orderId: number, flat: string): Promise<void> =>
  write("update orders set address = address || jsonb_build_object('apartment_address', $2::text) where id = $1", [
    orderId,
    flat,
  ]);

/** As if the link in the letter had been followed on another device. */
export const confirmAddress = ({ tokens: { user } }: { tokens: { user: { id: number } } }): Promise<void> =>
  write('update users set email_confirmed_at = now() where id = $1', [user.id]);

/** Does the job of a later day, at noon, with the shop's own data: its letters leave at once. */
export async function sendRemindersOf(day: string, publicUrl: string): Promise<void> {
  const db = connect((await findRunningDatabase(dataDir())) ?? '');
  const jobs = createJobs(db);
  try {
    const config = readConfig({ PUBLIC_URL: publicUrl, DATA_DIR: dataDir() }, { opens: false });
    const secrets = deriveSecrets(await findSecret(config));
    const clock = { now: () => new Date(`${day}T12:00:00Z`) };
    const delivery = createDeliveryCache({ db, clock });
    await delivery.renew();
    const mail = createMail({ clock, jobs, secrets });
    await sendReminders({ clock, config, db, delivery, log: pino({ level: 'error' }), mail, secrets });
  } finally {
    await jobs.close();
    await db.$client.end();
  }
}

/**
 * Inserts so many people, each with a review of this bouquet, and updates the sums as the shop does. Through the API
 * the rate limit would stop them.
 */
export async function insertReviews(productId: number, people: number): Promise<void> {
  await write(
    `with who as (
      insert into users (username, username_key, email, email_key, first_name, last_name, password_hash, created_at)
      select name, name, name || '@post.example', name || '@post.example', 'Ada', 'Reader', '-', now()
      from (select 'reader-' || gen_random_uuid() as name from generate_series(1, $2::integer)) as readers
      returning id
    )
    insert into reviews (product_id, user_id, rating, text, written_at)
    select $1, id, 1 + row_number() over (order by id) % 5, 'Review ' || row_number() over (order by id), now()
    from who order by id`,
    [productId, people],
  );
  await write(
    `update products set (rating_sum, review_count) =
      (select sum(rating), count(*) from reviews where product_id = $1 and hidden_at is null) where id = $1`,
    [productId],
  );
}

async function write(statement: string, values: unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: await findRunningDatabase(dataDir()) });
  await client.connect();
  try {
    await client.query(statement, values);
  } finally {
    await client.end();
  }
}

/** The structured data of the bouquet on a page. */
export async function readProductData(page: Page): Promise<Record<string, unknown>> {
  const found = await page.locator('script[type="application/ld+json"]').allTextContents();
  return found.map((text) => JSON.parse(text)).find((data) => data['@type'] === 'Product');
}
