/** The one shop of this pretended world, and the name of whoever pays: each approval is by another payer, unless it says by which. */
export const PERSON = { given_name: 'Pat', surname: 'Pretend' };
export const EMAIL = 'pat.pretend@buyer.example';
export const PAYEE = { email_address: 'shop@stand-in.example', merchant_id: 'PRETENDSHP234' };

/** Test digits that no card has. */
export const CARD = { name: 'PAT PRETEND', last_digits: '1111', brand: 'VISA', type: 'CREDIT', expiry: '2031-01' };
