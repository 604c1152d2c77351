import { Link } from 'react-router';
import type { Receipt } from '#contract/receipts.ts';
import { ReceiptSheet } from '../../orders/receipt/receipt-sheet.tsx';
import type { DeskPage } from '../desk-page.ts';

/** The receipt of an order, as the buyer has it. */
export const receiptPage: DeskPage<Receipt> = {
  path: 'orders/:id/receipt',
  title: 'Receipt',
  load: (api, { id = '' }) => api.get(`/api/desk/orders/${encodeURIComponent(id)}/receipt/`),
  View: ({ data: receipt }) => (
    <section className="desk-page">
      <div className="receipt-acts">
        <Link className="desk-button plain" to={`/desk/orders/${receipt.order}`}>
          ‹ Order {receipt.order}
        </Link>
        <button type="button" className="desk-button line" onClick={() => print()}>
          Print
        </button>
      </div>
      <ReceiptSheet receipt={receipt} />
    </section>
  ),
};
