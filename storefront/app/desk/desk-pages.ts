import { calendarDayPage, calendarPage } from './calendar/calendar-page.tsx';
import { bouquetPage } from './catalogue/bouquet-page.ts';
import { cataloguePage } from './catalogue/catalogue-page.tsx';
import { catalogueFilePage } from './catalogue/file-page.tsx';
import { claimPage } from './claims/claim-page.tsx';
import { claimsPage } from './claims/claims-page.tsx';
import { promoCodePage } from './codes/code-page.tsx';
import { codesPage } from './codes/codes-page.tsx';
import { newCodePage } from './codes/new-code-page.tsx';
import { customerPage } from './customers/customer-page.tsx';
import { customersPage } from './customers/customers-page.tsx';
import type { DeskPage } from './desk-page.ts';
import { historyPage } from './history/history-page.tsx';
import { morePage } from './more-page.tsx';
import { cancelPage } from './orders/cancel-page.tsx';
import { cardPage } from './orders/card-page.tsx';
import { changePage } from './orders/change-page.tsx';
import { declineCancelPage } from './orders/decline-cancel-page.tsx';
import { letterPage } from './orders/letter-page.tsx';
import { movePage } from './orders/move-page.tsx';
import { orderPage } from './orders/order-page.tsx';
import { ordersPage } from './orders/orders-page.tsx';
import { receiptPage } from './orders/receipt-page.tsx';
import { refundPage } from './orders/refund-page.tsx';
import { replacePage } from './orders/replace-page.tsx';
import { printPage } from './print/print-page.tsx';
import { reviewsPage } from './reviews/reviews-page.tsx';
import { deliveriesPage } from './runs/deliveries-page.tsx';
import { driverRunPage } from './runs/driver-run-page.tsx';
import { driverStopPage } from './runs/driver-stop-page.tsx';
import { settingsPage } from './settings/settings-page.tsx';
import { codePage } from './staff/code-page.tsx';
import { devicesPage } from './staff/devices-page.tsx';
import { invitationPage } from './staff/invitation-page.tsx';
import { linkPage } from './staff/link-page.tsx';
import { passkeyPage } from './staff/passkey-page.tsx';
import { signInPage } from './staff/sign-in-page.tsx';
import { signOutPage } from './staff/sign-out-page.tsx';
import { staffPage } from './staff/staff-page.tsx';
import { stemsPage } from './stems/stems-page.tsx';
import { takingsPage } from './takings/takings-page.tsx';
import { missingDayPage } from './tying/missing-day-page.ts';
import { missingPage } from './tying/missing-page.tsx';
import { ticketPage } from './tying/ticket-page.tsx';
import { todayPage } from './tying/today-page.tsx';
import { partsPage } from './ui/parts-page.tsx';

/** Every page of the desk. They are one route of the site map, so that the shop's pages carry nothing of them. */
// biome-ignore lint/suspicious/noExplicitAny: each page knows its own data
export const DESK_PAGES: DeskPage<any>[] = [
  todayPage,
  ticketPage,
  missingPage,
  missingDayPage,
  driverRunPage,
  driverStopPage,
  deliveriesPage,
  claimPage,
  claimsPage,
  printPage,
  reviewsPage,
  stemsPage,
  signInPage,
  codePage,
  linkPage,
  invitationPage,
  passkeyPage,
  devicesPage,
  staffPage,
  signOutPage,
  morePage,
  calendarPage,
  calendarDayPage,
  settingsPage,
  codesPage,
  newCodePage,
  promoCodePage,
  receiptPage,
  ordersPage,
  movePage,
  orderPage,
  changePage,
  cardPage,
  refundPage,
  cancelPage,
  declineCancelPage,
  replacePage,
  letterPage,
  cataloguePage,
  catalogueFilePage,
  bouquetPage,
  takingsPage,
  customersPage,
  customerPage,
  historyPage,
  partsPage,
];
