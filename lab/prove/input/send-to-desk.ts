import { parse } from 'csv-parse/sync';
import pMap from 'p-map';
import type { ImportedCatalogue } from '#contract/desk-catalogue-file.ts';
import { INSIDE } from '#server/testing/hostile-input/judge-reply.ts';
import { type Kind, makeRequest } from '#server/testing/hostile-input/make-request.ts';
import { createRandom } from '#server/testing/random.ts';
import type { Reply } from '../../rig/http-client.ts';
import type { OpenShop } from '../test-environment.ts';
import { spoilCatalogue, type Table } from './catalogues.ts';
import { type AtDesk, listDeskCalls, signInAtDesk } from './desk-calls.ts';
import { listDeskPages, makePageRequest } from './desk-pages.ts';
import { makePhotoForm, takePhotos } from './photos.ts';
import { AT_ONCE, pick, REPLACE_EVERY, sendAndNote, sendMany, type Work } from './send-many.ts';
import { countdown, note, show, startTally, type Tally } from './tally.ts';

/** Every call of the desk, as somebody who may do everything: a session that ends, and orders that are used up, are replaced. */
export async function sendToDesk(work: Work, seed: number, kind: Kind, count: number, shop: OpenShop): Promise<Tally> {
  const tally = startTally();
  const operations = listDeskCalls(work.operations);
  let signedIn: Promise<AtDesk> | undefined;
  const sendOne = async (left: number) => {
    const random = createRandom(`${seed} desk ${kind} ${left}`);
    if (left % REPLACE_EVERY === 0) {
      await work.env.query('delete from throttles');
      signedIn = undefined;
      work.log(`desk, ${kind}: ${left} to go, ${tally.lost.size} kinds of wrong answers`);
    }
    signedIn ??= signInAtDesk(work.env, work.client);
    const asked = signedIn;
    const { headers, known } = await asked;
    const operation = pick(random, operations);
    const request = makeRequest(random, work.document, operation, { access: 'none', known }, kind);
    Object.assign(request.headers, headers);
    const sent = typeof request.body === 'string' ? request.body : undefined;
    const reply = await sendAndNote(work, tally, operation, request, sent);
    const isOut = !(reply instanceof Error) && reply.status === 401 && operation.isPrivate;
    if (isOut && signedIn === asked) signedIn = undefined;
  };
  await pMap(countdown(count, shop), sendOne, { concurrency: AT_ONCE });
  if (shop.hasEnded()) throw new Error(`The shop ended at the desk (${kind}).\n${shop.words()}`);
  return tally;
}

/** Photos of bouquets, as an owner sends them: most are no photos, the others too small for the shop. */
export async function sendDeskPhotos(work: Work, seed: number, count: number, shop: OpenShop): Promise<Tally> {
  const photos = await takePhotos();
  const { headers } = await signInAtDesk(work.env, work.client);
  const type = { 'content-type': 'multipart/form-data; boundary=b' };
  return sendMany(work, '/api/desk/catalogue/photos/', { count, shop }, async (left) => {
    const body = makePhotoForm(createRandom(`${seed} photo of a bouquet ${left}`), photos);
    return { method: 'POST', path: '/api/desk/catalogue/photos/', headers: { ...headers, ...type }, body };
  });
}

/** Files of the catalogue; what one would change is changed half of the time. */
export async function sendCatalogues(work: Work, seed: number, count: number, shop: OpenShop): Promise<Tally> {
  const path = '/api/desk/catalogue/file/';
  const { headers } = await signInAtDesk(work.env, work.client);
  const whole = (await work.client.send({ path, headers })).text;
  const table = parse(whole, { bom: true }) as Table;
  let answered: { text: string; key: string } | undefined;
  const remember = (sent: { text: string }, reply: Reply | Error) => {
    if (reply instanceof Error || reply.status !== 200) return;
    const { is_done, key } = JSON.parse(reply.text) as ImportedCatalogue;
    answered = is_done ? undefined : { text: sent.text, key };
  };
  return sendMany(
    work,
    path,
    { count, shop },
    async (left) => {
      const random = createRandom(`${seed} catalogue ${left}`);
      const before = answered;
      answered = undefined;
      const body = before && random.roll() < 0.5 ? before : { text: spoilCatalogue(random, table) };
      return { method: 'POST', path, headers, body: { format: random.roll() < 0.9 ? 'csv' : 'json', ...body } };
    },
    ({ body }, reply) => remember(body as { text: string }, reply),
  );
}

/** Pages of the desk, some sent a form, which none takes: none fails, and none shows the inside of the shop. */
export async function sendToPages(work: Work, seed: number, count: number, shop: OpenShop): Promise<Tally> {
  const tally = startTally();
  // Not signing out, which would end the session, nor the pages of getting in and of one's passkey, whose calls are tried as calls.
  const pages = listDeskPages().filter((path) => !/sign-|invitation|link|passkey/.test(path));
  let atDesk = signInAtDesk(work.env, work.client);
  const sendOne = async (left: number) => {
    if (left % REPLACE_EVERY === 0) {
      atDesk = signInAtDesk(work.env, work.client);
      work.log(`desk, pages: ${left} to go, ${tally.lost.size} kinds of wrong answers`);
    }
    const { headers, known } = await atDesk;
    const request = makePageRequest(createRandom(`${seed} page ${left}`), pages, known);
    const reply = await work.client
      .send({ ...request, headers: { ...headers, ...request.headers } })
      .catch((error: Error) => error);
    const [page] = request.path.split('?');
    const wrong = reply instanceof Error ? reply.message : judgePage(reply);
    note(tally, reply, wrong && `${request.method} ${page?.replaceAll(/\d+|%.*/g, '…')} ${wrong}`, () => show(request));
  };
  await pMap(countdown(count, shop), sendOne, { concurrency: AT_ONCE });
  if (shop.hasEnded()) throw new Error(`The shop ended at a page of the desk.\n${shop.words()}`);
  return tally;
}

function judgePage({ status, text }: Reply): string | undefined {
  if (status >= 500 && status !== 503) return 'failed';
  return status >= 400 && INSIDE.test(text) ? 'shows the inside of the shop' : undefined;
}
