import { readPage, showPage, titled } from '../desk-page.tsx';
import { ClaimView } from './claim-view.tsx';

export const loader = readPage((api, { id = '' }) => api.get(`/api/desk/claims/${id}/`));

export const meta = titled('A claim');

export default showPage<typeof loader>(ClaimView);
