import type { openTestShop } from './test-shop.ts';

type Shop = Awaited<ReturnType<typeof openTestShop>>;

/** The code and the key of the link in the newest letter with a code to someone; null for what it does not have. */
export async function mailedTo(shop: Shop, email: string) {
  await shop.doJobs();
  const letter = shop.letters().findLast(({ to, subject }) => to === email && subject.endsWith('is your code'));
  const [code] = /^\d{3} \d{3}/.exec(letter?.subject ?? '') ?? [];
  if (!letter || !code) throw new Error(`No letter with a code was sent to ${email}.`);
  const key = /\/login-link\/([\w-]+)/.exec(letter.text)?.[1] ?? '';
  return { code: code.replace(' ', ''), key };
}

/** Another code than this one. */
export const notThe = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
