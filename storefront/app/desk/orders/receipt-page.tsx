import { Link } from 'react-router';
import { ReceiptSheet } from '../../orders/receipt/receipt-sheet.tsx';
import { readPage, showPage, titled } from '../desk-page.tsx';

/** The receipt of an order, as the buyer has it. */
export const loader = readPage((api, { id = '' }) => api.get(`/api/desk/orders/${encodeURIComponent(id)}/receipt/`));

export const meta = titled('Receipt');

export default showPage<typeof loader>(({ data: receipt }) => (
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
));
