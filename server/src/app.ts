import Fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { addApiDocument } from './api-document/api-document.ts';
import { writeTextsHere } from './api-document/api-texts.ts';
import type { Deps } from './deps.ts';
import { calendarRoutes } from './desk/calendar-routes.ts';
import { catalogueFileRoutes } from './desk/catalogue-file-routes.ts';
import { cataloguePhotoRoutes } from './desk/catalogue-photo-routes.ts';
import { catalogueDeskRoutes } from './desk/catalogue-routes.ts';
import { codesRoutes } from './desk/codes-routes.ts';
import { historyRoutes } from './desk/history-routes.ts';
import { missingRoutes } from './desk/missing-routes.ts';
import { orderDeskRoutes } from './desk/order-routes.ts';
import { printRoutes } from './desk/print-routes.ts';
import { deskRoutes } from './desk/routes.ts';
import { shopRoutes } from './desk/shop-routes.ts';
import { todayRoutes } from './desk/today-routes.ts';
import { ONLY_JSON, WrongForm } from './errors.ts';
import { codeRoutes } from './features/accounts/log-in/code-routes.ts';
import { profileRoutes } from './features/accounts/profile-routes.ts';
import { accountRoutes } from './features/accounts/routes.ts';
import { securityRoutes } from './features/accounts/security-routes.ts';
import { addressPersonalData } from './features/addresses/address-personal-data.ts';
import { addressRoutes } from './features/addresses/routes.ts';
import { catalogueRoutes } from './features/catalogue/routes.ts';
import { claimDeskRoutes } from './features/claims/at-desk/routes.ts';
import { claimPersonalData } from './features/claims/claim-personal-data.ts';
import { receivePhoto } from './features/claims/photos/receive-photo.ts';
import { claimRoutes } from './features/claims/routes.ts';
import { notePersonalData } from './features/customers/note-personal-data.ts';
import { customerRoutes } from './features/customers/routes.ts';
import { deliveryRoutes } from './features/delivery/routes.ts';
import { detachAddress, dropWishes, moveAddress } from './features/orders/cart/follow-address.ts';
import { orderPersonalData } from './features/orders/order-personal-data.ts';
import { orderRoutes } from './features/orders/routes.ts';
import { ownOrderRoutes } from './features/payments/own-orders/own-order-routes.ts';
import { pretendedPaypalRoutes } from './features/payments/paypal/pretended-paypal-routes.ts';
import { receiptRoutes } from './features/payments/receipt/receipt-routes.ts';
import { refundPersonalData } from './features/payments/refunds/refund-personal-data.ts';
import { paymentRoutes } from './features/payments/routes.ts';
import { reminderPersonalData } from './features/reminders/reminder-personal-data.ts';
import { reminderRoutes } from './features/reminders/routes.ts';
import { stopRoutes } from './features/reminders/stop-routes.ts';
import { reviewDeskRoutes } from './features/reviews/desk-routes.ts';
import { reviewPersonalData } from './features/reviews/review-personal-data.ts';
import { reviewRoutes } from './features/reviews/routes.ts';
import { deliveryStageRoutes } from './features/runs/delivery-routes.ts';
import { handoverPersonalData } from './features/runs/handover-personal-data.ts';
import { runRoutes } from './features/runs/routes.ts';
import { securityTxtRoutes } from './features/shop/security-txt-routes.ts';
import { staffRoutes } from './features/staff/routes.ts';
import { signInRoutes } from './features/staff/sign-in/sign-in-routes.ts';
import { takingsRoutes } from './features/takings/routes.ts';
import { notesRoutes } from './features/tying/notes-routes.ts';
import { orderNotePersonalData } from './features/tying/order-note-personal-data.ts';
import { stemsRoutes } from './features/tying/stems/stems-routes.ts';
import { swapRoutes } from './features/tying/swaps/swap-routes.ts';
import { tieRoutes } from './features/tying/tie-routes.ts';
import { wishListRoutes } from './features/wish-list/routes.ts';
import { wishListPersonalData } from './features/wish-list/wish-list-personal-data.ts';
import { pageRoutes } from './pages/routes.ts';
import type { Storefront } from './pages/storefront.ts';
import { handleErrors } from './platform/http/error-handler.ts';
import { healthRoutes } from './platform/http/health-routes.ts';
import { createHttpServer } from './platform/http/http-server.ts';
import { checkLateBodies } from './platform/http/limits/check-late-body.ts';
import { createSenders } from './platform/http/limits/senders.ts';
import { slowGreedy } from './platform/http/limits/slow-greedy.ts';
import { refuseUnreadable } from './platform/http/refuse-unreadable.ts';
import { securityHeaders } from './platform/http/security-headers.ts';
import { outboxRoutes } from './platform/mail/outbox/routes.ts';
import { findOuterRequest, UNKNOWN_ROUTE, watchRequests } from './platform/watch/watch-requests.ts';

/** What features hold about a person: listed in a copy of their data, and erased in this order. */
const PERSONAL_DATA = [
  claimPersonalData,
  refundPersonalData,
  handoverPersonalData,
  orderNotePersonalData,
  orderPersonalData,
  addressPersonalData,
  wishListPersonalData,
  reviewPersonalData,
  reminderPersonalData,
  notePersonalData,
];

/** The whole shop as one function: every feature registered by hand, in order. */
export async function buildApp(
  deps: Deps,
  findStorefront?: (app: FastifyInstance) => Promise<Storefront>,
  writeTexts = writeTextsHere,
): Promise<FastifyInstance> {
  const headers = securityHeaders(deps.config);
  const httpServer = createHttpServer(deps);
  const app = Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: deps.config.trustProxy,
    bodyLimit: 64 * 1024,
    serverFactory: httpServer.open,
    // Requests that arrive while the shop closes are still served.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500 },
    genReqId: (raw) => findOuterRequest(raw)?.id ?? deps.requestId(raw),
    clientErrorHandler: refuseUnreadable(headers, deps.watch),
    // A URL that cannot be decoded reaches no hook and no route.
    frameworkErrors: (_error, { id, method }, reply: FastifyReply) => {
      reply.code(404).headers({ ...headers, 'cache-control': 'no-store', 'x-request-id': id });
      reply.send({ detail: 'Not found.' });
      deps.watch?.answered({ id, method, route: UNKNOWN_ROUTE, status: 404, ms: reply.elapsedTime });
    },
  });
  app.decorate('httpServer', httpServer);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  takeOnlyJson(app);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  watchRequests(app, deps.watch, createSenders(deps.config.trustProxy));
  slowGreedy(app);
  handleErrors(app);
  checkLateBodies(app);
  await addApiDocument(app, deps, writeTexts);

  await app.register(healthRoutes(deps));
  await app.register(securityTxtRoutes(deps));
  await app.register(catalogueRoutes(deps));
  await app.register(deliveryRoutes(deps));
  await app.register(accountRoutes(deps, PERSONAL_DATA));
  await app.register(codeRoutes(deps, PERSONAL_DATA));
  await app.register(profileRoutes(deps, PERSONAL_DATA));
  await app.register(securityRoutes(deps));
  await app.register(addressRoutes(deps, { move: moveAddress, detach: detachAddress, drop: dropWishes }));
  await app.register(wishListRoutes(deps));
  await app.register(orderRoutes(deps));
  await app.register(paymentRoutes(deps));
  await app.register(ownOrderRoutes(deps));
  await app.register(pretendedPaypalRoutes(deps));
  await app.register(receiptRoutes(deps));
  await app.register(reviewRoutes(deps));
  await app.register(claimRoutes(deps));
  await app.register(reminderRoutes(deps));
  await app.register(stopRoutes(deps));
  await app.register(signInRoutes(deps));
  await app.register(staffRoutes(deps));
  await app.register(tieRoutes(deps));
  await app.register(swapRoutes(deps));
  await app.register(runRoutes(deps, receivePhoto));
  await app.register(deliveryStageRoutes(deps));
  await app.register(deskRoutes(deps));
  await app.register(todayRoutes(deps));
  await app.register(missingRoutes(deps));
  await app.register(orderDeskRoutes(deps));
  await app.register(stemsRoutes(deps));
  await app.register(notesRoutes(deps));
  await app.register(printRoutes(deps));
  await app.register(claimDeskRoutes(deps));
  await app.register(reviewDeskRoutes(deps));
  await app.register(calendarRoutes(deps));
  await app.register(shopRoutes(deps));
  await app.register(codesRoutes(deps));
  await app.register(catalogueDeskRoutes(deps));
  await app.register(cataloguePhotoRoutes(deps));
  await app.register(catalogueFileRoutes(deps));
  await app.register(takingsRoutes(deps));
  await app.register(customerRoutes(deps, PERSONAL_DATA));
  await app.register(historyRoutes(deps));
  await app.register(outboxRoutes(deps));
  if (findStorefront) pageRoutes(app, deps, await findStorefront(app));
  return app;
}

/**
 * JSON is the only form of a body, where a feature does not say otherwise. A request without one is accepted with or without a
 * content type of JSON, or with that of plain text, which is what a browser calls an empty text.
 */
function takeOnlyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, String(body), done);
  });
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) =>
    done(body === '' ? null : new WrongForm(ONLY_JSON), undefined),
  );
}
