import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A body that is sent at once is there sooner. */
const LATE_MS = 1_000;

declare module 'fastify' {
  interface FastifyRequest {
    /** Who may do this was checked then, before the body was read. */
    checked: { at: number; again(): Promise<void> } | undefined;
  }
}

/** Checks who sent the request, and once more if the body keeps the shop waiting: a session may end meanwhile. */
export async function checkSender(request: FastifyRequest, check: () => Promise<void>): Promise<void> {
  await check();
  request.checked = { at: performance.now(), again: check };
}

/** For when the whole body is there: by then the session may have ended. */
export async function checkIfLate({ checked }: FastifyRequest): Promise<void> {
  if (checked && performance.now() - checked.at > LATE_MS) await checked.again();
}

/** Of every body but a form with a photo, which its route reads itself, and then calls `checkIfLate`. */
export function checkLateBodies(app: FastifyInstance): void {
  app.decorateRequest('checked', undefined);
  app.addHook('preHandler', checkIfLate);
}
