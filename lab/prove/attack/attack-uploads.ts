import { readdirSync } from 'node:fs';
import { MAX_CATALOGUE_FILE } from '#contract/desk-catalogue-file.ts';
import { DESK_COOKIE } from '#contract/staff.ts';
import { loadSharp } from '#server/features/catalogue/pictures/load-sharp.ts';
import { signInStaff } from '#server/testing/fill-day.ts';
import { blackPng } from '#server/testing/photos/hostile-photos.ts';
import type { HttpClient } from '../../rig/http-client.ts';
import type { Line } from '../proof.ts';
import { SHOP, type TestEnvironment } from '../test-environment.ts';

const MEGABYTE = 1024 * 1024;
const PHOTOS = '/api/desk/catalogue/photos/';
const FILE = '/api/desk/catalogue/file/';
/** Names that would lead out of a folder, over another file, or into another header. */
const NAMES = [
  '../../../../tmp/planted.jpg',
  '..\\..\\planted.jpg',
  '/etc/planted.jpg',
  'planted.jpg\0.png',
  '.htaccess',
  'con',
  '%2e%2e%2fplanted.jpg',
  'planted.jpg%0d%0aset-cookie: a=b',
  '"; name="text',
  'x'.repeat(5_000),
  '',
];

/** Photos and files of the owner's pages: whatever they are called and however large, nothing lands beside the database. */
export async function attackUploads(env: TestEnvironment, client: HttpClient): Promise<Line> {
  const { cookie } = await signInStaff(env.database(), 'Wren Adeyemi', ['owner']);
  const headers = { cookie: `${DESK_COOKIE}=${cookie}`, origin: SHOP };
  const list = () =>
    readdirSync(env.dataDir, { recursive: true }).filter((name) => !/postgres|outbox/.test(String(name)));
  const before = list();
  const lost: string[] = [];
  let tried = 0;
  const expectOne = async (what: string, allowed: number[], path: string, body: unknown, type?: string) => {
    tried++;
    const more = type ? { 'content-type': type } : {};
    // Whoever is refused before the body is whole may hang up.
    const reply = await client.send({ path, body, headers: { ...headers, ...more } }).catch((error: Error) => error);
    if (reply instanceof Error) {
      if (!allowed.includes(413)) lost.push(`${what}: ${reply.message}`);
      return;
    }
    if (!allowed.includes(reply.status)) lost.push(`${what} was answered ${reply.status}: ${reply.text.slice(0, 200)}`);
    if (/planted|set-cookie/.test(`${reply.text}${JSON.stringify(reply.headers)}`))
      lost.push(`${what} came back: ${reply.text.slice(0, 200)}`);
  };
  const sharp = await loadSharp();
  const draw = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#c60' } })
      .withExif({ IFD0: { Copyright: 'planted' } })
      .jpeg()
      .toBuffer();
  const sendPhoto = (what: string, allowed: number[], photo: Buffer, name = 'a.jpg') =>
    expectOne(what, allowed, PHOTOS, writeForm(photo, name), 'multipart/form-data; boundary=b');
  const small = await draw(60, 80);
  for (const name of NAMES) await sendPhoto(`A photo called ${name.slice(0, 40)}`, [400], small, name);
  await sendPhoto('A photo for the shop', [201], await draw(1_200, 1_500), '../../planted.jpg');
  await sendPhoto('A photo of 11 MB', [413], Buffer.concat([small, Buffer.alloc(11 * MEGABYTE)]));
  const bomb = await blackPng({ width: 20_000, height: 20_000, depth: 1, colour: 'grey' });
  await sendPhoto('A photo of 400 megapixels', [400, 413], bomb);
  const tall = await blackPng({ width: 1, height: 200_000, depth: 1, colour: 'grey' });
  await sendPhoto('A photo 200,000 pixels tall', [400, 413], tall);
  const wide = (bytes: number) => `item_code,name\n${'a,b\n'.repeat(bytes / 4)}`;
  await expectOne('A catalogue of 3 MB', [400], FILE, { format: 'csv', text: wide(3 * MEGABYTE) });
  await expectOne('A catalogue of 9 MB', [400], FILE, { format: 'csv', text: wide(9 * MEGABYTE) });
  const deep = `${'['.repeat(MAX_CATALOGUE_FILE / 4)}${']'.repeat(MAX_CATALOGUE_FILE / 4)}`;
  await expectOne('A catalogue of brackets', [400], FILE, { format: 'json', text: deep });
  const aRow = (cells: number) => `item_code,${'a,'.repeat(cells)}name\n`;
  await expectOne('A catalogue of a million columns', [400], FILE, { format: 'csv', text: aRow(1_000_000) });
  const [stored] = await env.query<{ original: Buffer | null }>('select original from product_photos order by id desc');
  const bytes = stored?.original?.toString('latin1') ?? '';
  if (/planted|Exif/.test(bytes)) lost.push('A photo of a bouquet is kept with what came with it.');
  const news = list().filter((name) => !before.includes(name));
  if (news.length > 0) lost.push(`There are new files: ${news.slice(0, 5).join(', ')}`);
  return { what: "desk: files of the owner's pages", tried, faults: 0, lost };
}

const writeForm = (photo: Buffer, name: string): Buffer =>
  Buffer.concat([
    Buffer.from(`--b\r\ncontent-disposition: form-data; name="photo"; filename="${name}"\r\n\r\n`),
    photo,
    Buffer.from('\r\n--b--\r\n'),
  ]);
