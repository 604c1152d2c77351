import { readPage, showPage, titled } from '../desk-page.tsx';
import { loadOrder } from './order-data.ts';
import { OrderView } from './order-view.tsx';

export const loader = readPage(loadOrder);

export const meta = titled('An order');

export default showPage<typeof loader>(OrderView);
