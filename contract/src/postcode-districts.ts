/**
 * The areas of the Royal Mail, and how far their districts are numbered. Gaps within are open: new districts are made there, and no
 * honest buyer may be refused. BF is the forces' post; GY, IM and JE are islands beside the Kingdom that share its postcodes; BX and XX are
 * banks and shops without a place.
 */
const AREAS = `
  AB 10-56 99, AL 1-10, B 1-99, BA 1-22, BB 0-18 94, BD 1-24 97-99, BF 1, BH 1-31, BL 0-11 78, BN 1-52 88 91 95 99,
  BR 1-8 98, BS 0-49 80 98-99, BT 1-94, BX 1-99, CA 1-28 95 99, CB 1-25, CF 1-99, CH 1-88 99, CM 0-24 77 92 98-99,
  CO 1-16, CR 0-9 44 90, CT 1-21 50, CV 1-47, CW 1-12 98, DA 1-18, DD 1-11, DE 1-24 45 55-56 65 72-75 99, DG 1-16,
  DH 1-9 97-99, DL 1-17 98, DN 1-41 55, DT 1-11, DY 1-14, E 1-20 77 98, EC 1-4, EH 1-55 91 95 99, EN 1-11 77, EX 1-39,
  FK 1-21, FY 0-8, G 1-84 90, GL 1-20 50-56, GU 1-52 95, GY 1-10, HA 0-9, HD 1-9, HG 1-5, HP 1-27, HR 1-9, HS 1-9,
  HU 1-20, HX 1-7, IG 1-11, IM 1-9 86-87 99, IP 1-33 98, IV 1-63 99, JE 1-5, KA 1-30, KT 1-24, KW 1-17, KY 1-16 99,
  L 1-80, LA 1-23, LD 1-8, LE 1-21 41 55 65 67 87 94-95, LL 11-78, LN 1-13, LS 1-29 88 98-99, LU 1-7, M 1-99,
  ME 1-20 99, MK 1-19 40-46 77, ML 1-12, N 1-22 81, NE 1-71 82-83 85 88 92 98-99, NG 1-34 70 80 90, NN 1-18 29,
  NP 1-26 44, NR 1-35 99, NW 1-11 26, OL 1-16 95, OX 1-49, PA 1-80, PE 1-38 99, PH 1-50, PL 1-35 95, PO 1-41,
  PR 0-11 25-26, RG 1-45, RH 1-20 77, RM 1-20 50, S 1-81 95-99, SA 1-73 80 99, SE 1-28, SG 1-19, SK 1-23, SL 0-9 60 95,
  SM 1-7, SN 1-26 38 99, SO 14-53 97, SP 1-11, SR 1-9 43, SS 0-17 22 99, ST 1-21 55, SW 1-20 95 99, SY 1-25 99,
  TA 1-24, TD 1-15, TF 1-13, TN 1-40, TQ 1-14, TR 1-27 93, TS 1-29, TW 1-20, UB 1-11 18, W 1-14, WA 1-16 55 88, WC 1-2,
  WD 1-7 17-25 99, WF 1-17 90, WN 1-8, WR 1-15 78 99, WS 1-15, WV 1-16 98-99, XX 1-99, YO 1-62 90-91, ZE 1-3`;

type Range = readonly [from: number, to: number];

const RANGES = new Map<string, Range[]>(
  AREAS.split(',').map((words) => {
    const [area = '', ...ranges] = words.trim().split(' ');
    return [area, ranges.map((range) => [Number.parseInt(range, 10), Number(range.split('-').at(-1))] as const)];
  }),
);

/** The districts in the middle of London that are divided by a letter. */
const DIVIDED = new Set('E1 EC1 EC2 EC3 EC4 N1 NW1 SE1 SW1 W1 WC1 WC2'.split(' '));

/** Whether there can be such a district: `EC`, `1`, `V`. */
export function isDistrict(area: string, number: string, letter: string): boolean {
  if (number.length > 1 && number.startsWith('0')) return false;
  if (letter !== '' && !(DIVIDED.has(area + number) && !'IQZ'.includes(letter))) return false;
  return RANGES.get(area)?.some(([from, to]) => Number(number) >= from && Number(number) <= to) ?? false;
}
