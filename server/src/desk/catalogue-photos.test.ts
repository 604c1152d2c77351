import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Bouquet, BouquetPhoto } from '#contract/desk-catalogue.ts';
import { deleteUnusedPhotos } from '#server/features/catalogue/pictures/delete-unused-photos.ts';
import { loadSharp } from '#server/features/catalogue/pictures/load-sharp.ts';
import { productPhotos } from '#server/features/catalogue/table.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { writeForm } from '#server/testing/claims.ts';
import { blackPng } from '#server/testing/photos/hostile-photos.ts';
import { employ } from '#server/testing/staff.ts';
import { openTestShop, TEST_NOW } from '#server/testing/test-shop.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
let owner: Awaited<ReturnType<typeof employ>>;
let address: string;

beforeAll(async () => {
  shop = await openTestShop();
  owner = await employ(shop, ['owner'], 'Olive Hart');
  await shop.app.listen({ host: '127.0.0.1', port: 0 });
  address = `http://127.0.0.1:${(shop.app.server.address() as AddressInfo).port}/api/desk/catalogue/photos/`;
});
afterAll(async () => {
  expect(shop.failures).toEqual([]);
  await shop.close();
});
beforeEach(async () => {
  shop.setNow(TEST_NOW);
  await shop.deps.db.delete(productPhotos);
});

async function takePhoto(width = 1_200, height = 1_500, background = '#c86'): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp({ create: { width, height, channels: 3, background } })
    .withExif({ IFD0: { Copyright: 'Somebody' } })
    .jpeg()
    .toBuffer();
}

async function send(photo: Buffer, name = 'photo') {
  const form = new FormData();
  form.append(name, new Blob([new Uint8Array(photo)]), 'bouquet.jpg');
  const { body, headers } = await writeForm(form);
  const response = await fetch(address, {
    method: 'POST',
    body: new Uint8Array(body),
    headers: { ...headers, ...owner.headers },
  });
  return { status: response.status, json: await response.json() };
}
const read = async (id: number): Promise<BouquetPhoto> =>
  (await shop.get(`/api/desk/catalogue/photos/${id}/`, owner.headers)).json();
const count = async () => (await shop.deps.db.select().from(productPhotos)).length;

describe('POST /api/desk/catalogue/photos/', () => {
  test('a photo waits, becomes a picture of every width in the background, and then belongs to a bouquet', async () => {
    const sent = await send(await takePhoto(2_100, 2_800));
    expect([sent.status, sent.json]).toEqual([
      201,
      { id: expect.any(Number), state: 'waiting', reason: null, picture: null },
    ]);
    await shop.doJobs();
    const made = await read(sent.json.id);
    expect(made).toMatchObject({
      state: 'made',
      picture: { width: 1200, height: 1600, widths: [360, 540, 720, 1200] },
    });
    const picture = made.picture?.id ?? '';
    for (const file of ['360.avif', '1200.webp', '720.jpg', 'share.jpg'])
      expect((await shop.get(`/pictures/${picture}-${file}`)).status, file).toBe(200);

    const [stored] = (await shop.get('/api/desk/catalogue/?find=tearoom', owner.headers)).json().bouquets;
    const before: Bouquet = (await shop.get(`/api/desk/catalogue/${stored.id}/`, owner.headers)).json();
    const { id, item_code, colours, sold, changed, ...same } = before;
    const toShown = (of: { id: string; alt: string } | null) => of && { id: of.id, alt: of.alt };
    const size = (of: Bouquet['large']) => of && { ...of, picture: toShown(of.picture) };
    const body = {
      ...same,
      pictures: [{ id: picture, alt: 'A brown bouquet' }, ...same.pictures.map(toShown)],
      standard_picture: toShown(same.standard_picture),
      large: { ...size(same.large), picture: { id: picture, alt: 'A large brown bouquet' } },
      grand: size(same.grand),
    };
    const saved = await shop.call('PUT', `/api/desk/catalogue/${id}/`, { body, headers: owner.headers });
    expect(saved.status, saved.body).toBe(200);
    expect((await shop.get(`/api/products/${id}/`)).json().pictures[0]).toMatchObject({
      id: picture,
      alt: 'A brown bouquet',
      share: true,
    });
    expect((await read(sent.json.id)) as unknown).toEqual({
      detail: 'This photo is not there any more. Please send it again.',
    });
    // Nothing that is shown is deleted by night.
    shop.setNow(new Date(TEST_NOW.getTime() + 30 * 86_400_000));
    await deleteUnusedPhotos(shop.deps);
    expect((await shop.get(`/pictures/${picture}-720.jpg`)).status).toBe(200);
  });

  test('the photo is drawn anew: nothing of the camera stays, and the file that was sent is not kept', async () => {
    const { json } = await send(await takePhoto());
    const [stored] = await shop.deps.db.select().from(productPhotos);
    const sharp = await loadSharp();
    const facts = await sharp(stored?.original ?? Buffer.alloc(0)).metadata();
    expect([facts.format, facts.width, facts.exif]).toEqual(['jpeg', 1200, undefined]);
    await shop.doJobs();
    expect(await shop.deps.db.select().from(productPhotos)).toMatchObject([
      { id: json.id, state: 'made', original: null },
    ]);
  });

  test('says in words what it does not take, and keeps nothing of it', async () => {
    const refusals: [Buffer, number, string][] = [
      [
        await takePhoto(1_500, 1_200),
        400,
        'This photo is 1500 × 1200. Please send a portrait one, at least 1200 × 1500 pixels.',
      ],
      [
        await takePhoto(600, 750),
        400,
        'This photo is 600 × 750, which is too small for the shop. Please send at least 1200 × 1500 pixels.',
      ],
      [Buffer.from('%PDF-1.7 and more'), 400, 'Please send a photo as JPEG, PNG, WebP or HEIC.'],
      [(await takePhoto()).subarray(0, 900), 400, 'We could not read this photo.'],
      [
        await blackPng({ width: 6_000, height: 7_000 }),
        400,
        'This photo is too large: it has more than 40 megapixels.',
      ],
    ];
    for (const [photo, status, words] of refusals)
      expect(await send(photo)).toEqual({ status, json: { photo: [words] } });
    expect(await send(Buffer.alloc(0))).toEqual({ status: 400, json: { photo: ['Please choose a photo.'] } });
    expect(await send(await takePhoto(), 'file')).toEqual({ status: 400, json: { photo: ['Please choose a photo.'] } });
    expect((await shop.post('/api/desk/catalogue/photos/', {}, owner.headers)).json()).toEqual({
      detail: 'Please send a form with a photo, as multipart/form-data.',
    });
    expect(await count()).toBe(0);
  });

  test('a body without an end is refused at its limit', async () => {
    const answer = await new Promise<{ status: number; text: string }>((resolve, reject) => {
      const sending = request(address, {
        method: 'POST',
        headers: {
          ...owner.headers,
          'content-type': 'multipart/form-data; boundary=x',
          'transfer-encoding': 'chunked',
        },
      });
      let isOver = false;
      sending.on('response', (response) => {
        isOver = true;
        let text = '';
        response.on('data', (piece) => {
          text += piece;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      });
      sending.on('error', (error) => !isOver && reject(error));
      sending.write('--x\r\ncontent-disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n\xff\xd8\xff');
      // A little more than is taken, and then nothing: the end never comes.
      const piece = Buffer.alloc(256 * 1024);
      for (let sent = 0; sent < 10.5 * 1024 * 1024; sent += piece.length) sending.write(piece);
    });
    expect([answer.status, answer.text]).toEqual([
      413,
      JSON.stringify({ photo: ['This photo is too large. Please send one of at most 10 MB.'] }),
    ]);
    expect(await count()).toBe(0);
  });

  test('an upload that is cut half-way leaves nothing behind, and the next one is taken', async () => {
    const form = new FormData();
    form.append('photo', new Blob([new Uint8Array(await takePhoto(2_000, 2_500))]), 'bouquet.jpg');
    const { body, headers } = await writeForm(form);
    for (const length of [1, 300, Math.floor(body.length / 2), body.length - 8]) {
      await new Promise<void>((resolve) => {
        const sending = request(address, {
          method: 'POST',
          headers: { ...headers, ...owner.headers, 'content-length': String(body.length) },
        });
        sending.on('error', () => resolve());
        sending.write(body.subarray(0, length), () => setTimeout(() => sending.destroy(), 50));
      });
    }
    expect((await send(await takePhoto())).status).toBe(201);
    expect(await count()).toBe(1);
    expect((await readdir(tmpdir())).filter((name) => name.startsWith('marigold-lane-photo-'))).toEqual([]);
  });
});

describe('a photo of which no picture can be made', () => {
  test('says why, and can be tried again', async () => {
    const [photo] = await shop.deps.db
      .insert(productPhotos)
      .values({ sentAt: TEST_NOW, original: Buffer.from('no picture') })
      .returning();
    const id = photo?.id ?? 0;
    await shop.handlers['make-product-picture']?.work({ photo: id });
    expect(await read(id)).toEqual({
      id,
      state: 'failed',
      picture: null,
      reason: 'No picture could be made of this photo: it is not a JPEG, PNG, WebP, AVIF or TIFF picture.',
    });
    await shop.deps.db.update(productPhotos).set({ original: await takePhoto() });
    const retry = () => shop.call('POST', `/api/desk/catalogue/photos/${id}/retry/`, { headers: owner.headers });
    expect((await retry()).json()).toMatchObject({ state: 'waiting', reason: null });
    await retry();
    await shop.doJobs();
    expect(await read(id)).toMatchObject({ state: 'made' });
    expect((await retry()).json()).toMatchObject({ state: 'made' });
    expect(
      (await shop.call('POST', '/api/desk/catalogue/photos/999999/retry/', { headers: owner.headers })).status,
    ).toBe(404);
  });
});

test('a photo that no bouquet was given is deleted after a week, with its files', async () => {
  const { json } = await send(await takePhoto(1_200, 1_500, '#123'));
  await shop.doJobs();
  const picture = (await read(json.id)).picture?.id ?? '';
  const { rows } = await shop.deps.db.execute(sql`select count(*)::int from picture_files where picture = ${picture}`);
  expect(rows).toEqual([{ count: 13 }]);
  shop.setNow(new Date(TEST_NOW.getTime() + 6 * 86_400_000));
  await deleteUnusedPhotos(shop.deps);
  expect(await count()).toBe(1);
  shop.setNow(new Date(TEST_NOW.getTime() + 8 * 86_400_000));
  await deleteUnusedPhotos(shop.deps);
  expect(await count()).toBe(0);
  expect((await shop.get(`/pictures/${picture}-720.jpg`)).status).toBe(404);
});
