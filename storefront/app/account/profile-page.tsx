import { useEffect, useState } from 'react';
import { PrivateData } from '../api/private-data.tsx';
import { useCartsAwaitingPayment } from '../cart/cart-query.ts';
import { OrderHistory } from '../orders/order-history.tsx';
import { useOrderHistory } from '../orders/use-order-history.ts';
import { pageMeta } from '../page-meta.ts';
import { FailureLine } from '../ui/failure-line.tsx';
import { LazyPart } from '../ui/loading/lazy-part.tsx';
import { Loading } from '../ui/loading/loading.tsx';
import type { Route } from './+types/profile-page';
import '../cart/cart.css';
import './account.css';
import { AccountFrame } from './account-frame.tsx';
import { AccountMenu, BesideMenu } from './account-menu.tsx';
import { TABS, useAccountTab } from './account-tab.ts';
import { AddressFailures, AddressList } from './address-list.tsx';
import { logOut } from './log-out.ts';
import { MyDetails } from './my-details.tsx';
import { useAddressList } from './use-address-list.ts';
import { useProfile } from './use-profile.ts';

/** Few people look at it: the other tabs need not carry it. */
const loadReminders = () => import('../reminders/reminder-list.tsx');

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Your account – Marigold Lane',
    description: 'Your orders, addresses, details and reminders.',
    path: '/profile',
    keepOutOfSearch: true,
  });

export default function ProfilePage() {
  return (
    <PrivateData frame={<AccountFrame />}>
      <Account />
    </PrivateData>
  );
}

/** The data of all tabs is loaded here, so that it survives changing the tab. */
function Account() {
  const tab = useAccountTab();
  const { user, failure, retry } = useProfile();
  const history = useOrderHistory('C', tab === 'history');
  const cancelled = useOrderHistory('X', tab === 'history');
  // Shown by the history: asked for at once, so that its lines do not come after the orders.
  useCartsAwaitingPayment(tab === 'history');
  const addresses = useAddressList(tab === 'addresses');

  const isLoading = {
    history: history.isPending,
    addresses: addresses.isPending,
    details: !user && !failure,
    // It is loaded with its code.
    reminders: false,
  }[tab];
  const isReady = !isLoading && Boolean(user || failure);
  const [isBegun, setBegun] = useState(false);
  if (isReady && !isBegun) setBegun(true);

  const { title } = TABS[tab];
  useEffect(() => {
    document.title = `${title} – Marigold Lane`;
  }, [title]);

  // At first only "Loading"; later the menu stays, and with it the focus.
  if (!isBegun && !isReady) return <AccountFrame />;
  return (
    <div className="account wrap">
      <AccountMenu
        tab={tab}
        onLogOut={async () => {
          await addresses.finish();
          await logOut();
        }}
      />
      <div className="grid min-w-0 gap-5.5">
        <div className="account-head">
          <h1 className={isLoading ? 'sr-only' : ''}>
            {tab === 'details' && user ? `${['Hello', user.first_name].filter(Boolean).join(', ')}.` : title}
          </h1>
          {isLoading && <Loading />}
          <BesideMenu tab={tab} />
        </div>
        <AddressFailures addresses={addresses} />
        {!isLoading && tab === 'history' && <OrderHistory completed={history} cancelled={cancelled} />}
        {!isLoading && tab === 'addresses' && <AddressList addresses={addresses} />}
        {tab === 'details' && failure && (
          <FailureLine onRetry={retry}>Your details could not be loaded. {failure}</FailureLine>
        )}
        {tab === 'details' && user && <MyDetails user={user} />}
        {tab === 'reminders' && (
          <LazyPart
            load={loadReminders}
            fallback={<Loading />}
            failureMessage="Your reminders could not be loaded. Please check your connection."
          >
            {(ReminderList) => <ReminderList user={user} />}
          </LazyPart>
        )}
      </div>
    </div>
  );
}
