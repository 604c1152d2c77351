import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listOutbox } from './outbox-files.ts';
import { createOutboxTransport } from './outbox-transport.ts';

const NOW = new Date('2026-11-18T12:00:00Z');
const DAY = 24 * 60 * 60 * 1000;

test.each([
  ['of a public demonstration lasts a week', true, [1, 6]],
  ['of any other shop lasts as long as the letters in the database', false, [1, 6, 8, 89]],
])('the outbox %s', async (_words, demo, kept) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'marigold-lane-outbox-'));
  try {
    const outbox = createOutboxTransport({
      dataDir,
      demo,
      mailFrom: 'hello@shop.example',
      publicUrl: 'https://shop.example',
    });
    const idOf = (days: number) => `00000000-0000-4000-8000-${String(days).padStart(12, '0')}`;
    const written = {
      kind: 'account-deleted',
      to: 'ada@example.org',
      subject: 'A',
      html: '<p>A</p>',
      text: 'A',
    } as const;
    for (const days of [1, 6, 8, 89, 91])
      await outbox.deliver({ ...written, id: idOf(days), writtenAt: new Date(NOW.getTime() - days * DAY) });
    await outbox.prune?.(NOW);
    expect((await listOutbox({ dataDir })).letters.map(({ id }) => id)).toEqual(kept.map(idOf));
  } finally {
    await rm(dataDir, { recursive: true });
  }
});
