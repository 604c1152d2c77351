import { bouquetPage } from './catalogue/bouquet-page.ts';
import { cataloguePage } from './catalogue/catalogue-page.tsx';
import { catalogueFilePage } from './catalogue/file-page.tsx';
import type { DeskPage } from './desk-page.ts';
import { missingDayPage } from './missing/missing-day-page.ts';
import { morePage } from './more-page.tsx';
import { calendarDayPage, calendarPage } from './office/calendar-page.tsx';
import { promoCodePage } from './office/code-page.tsx';
import { codesPage } from './office/codes-page.tsx';
import { customerPage } from './office/customer-page.tsx';
import { customersPage } from './office/customers-page.tsx';
import { historyPage } from './office/history-page.tsx';
import { newCodePage } from './office/new-code-page.tsx';
import { receiptPage } from './office/receipt-page.tsx';
import { settingsPage } from './office/settings-page.tsx';
import { takingsPage } from './office/takings-page.tsx';
import { cancelPage } from './orders/cancel-page.tsx';
import { cardPage } from './orders/card-page.tsx';
import { changePage } from './orders/change-page.tsx';
import { declineCancelPage } from './orders/decline-cancel-page.tsx';
import { letterPage } from './orders/letter-page.tsx';
import { movePage } from './orders/move-page.tsx';
import { orderPage } from './orders/order-page.tsx';
import { ordersPage } from './orders/orders-page.tsx';
import { refundPage } from './orders/refund-page.tsx';
import { replacePage } from './orders/replace-page.tsx';
import { claimPage } from './paper/claim-page.tsx';
import { claimsPage } from './paper/claims-page.tsx';
import { printPage } from './paper/print-page.tsx';
import { reviewsPage } from './paper/reviews-page.tsx';
import { stemsPage } from './paper/stems-page.tsx';
import { deliveriesPage } from './runs/deliveries-page.tsx';
import { driverRunPage } from './runs/driver-run-page.tsx';
import { driverStopPage } from './runs/driver-stop-page.tsx';
import { codePage } from './staff/code-page.tsx';
import { devicesPage } from './staff/devices-page.tsx';
import { invitationPage } from './staff/invitation-page.tsx';
import { linkPage } from './staff/link-page.tsx';
import { passkeyPage } from './staff/passkey-page.tsx';
import { signInPage } from './staff/sign-in-page.tsx';
import { signOutPage } from './staff/sign-out-page.tsx';
import { staffPage } from './staff/staff-page.tsx';
import { missingPage } from './ticket/missing-page.tsx';
import { ticketPage } from './ticket/ticket-page.tsx';
import { todayPage } from './today/today-page.tsx';
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
