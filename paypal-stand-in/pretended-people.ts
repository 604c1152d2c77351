/** The one buyer and the one shop of this pretended world. */
export const PAYER_ID = 'PRETENDPAYER2';
export const PERSON = { given_name: 'Pat', surname: 'Pretend' };
export const EMAIL = 'pat.pretend@buyer.example';
export const PAYEE = { email_address: 'shop@stand-in.example', merchant_id: 'PRETENDSHP234' };

/** Test digits that no card has. */
export const CARD = { name: 'PAT PRETEND', last_digits: '1111', brand: 'VISA', type: 'CREDIT', expiry: '2031-01' };
