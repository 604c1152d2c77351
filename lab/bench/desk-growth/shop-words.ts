const split = (words: string): string[] => words.split(' ');

export const FIRST_NAMES = split(
  'Amara Arthur Beth Callum Chloe Daniel Edith Esme Finn Freya George Grace Hana Harry Imogen Isaac Jack Joan Kemi Leo Lily Maeve Maryam Mohammed Nell Noah Oliver Olivia Oscar Owen Poppy Priya Rhys Rosa Ruby Samuel Sofia Theo Tom Wren',
);
export const LAST_NAMES = split(
  'Adeyemi Ahmed Allen Baker Begum Bell Bennett Brown Campbell Clarke Cole Cooper Davies Edwards Evans Foster Fraser Graham Green Griffiths Hall Harris Hughes Hussain Jackson James Jones Kelly Khan King Lewis Llewellyn MacDonald Marsh Mason Mitchell Moore Morgan Murphy Nair Okafor Osei Owen Parker Patel Phillips Price Reid Roberts Robinson Scott Shaw Singh Smith Taylor Thomas Turner Walker Whitcombe Williams',
);
/** Thirty-two: three of them give a name that hardly anybody else has. */
export const SYLLABLES = split(
  'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu bra cle dri flo gru pla ste tri swo sha che tho',
);
export const STREETS = [
  'Mare Street',
  'Gillygate',
  'High Street',
  'Church Lane',
  'Station Road',
  'Victoria Road',
  'Park Avenue',
  'Mill Lane',
  'Queens Road',
  'Albert Terrace',
  'Orchard Close',
  'Chapel Walk',
  'Broadway',
  'Kingsland Road',
  'Columbia Road',
  'Wells Way',
  'Harbour View',
  'Castle Street',
  'Bridge Street',
  'The Green',
  'Elm Grove',
  'Manor Drive',
];
export const CITIES = ['London', 'Bristol', 'Leeds', 'Sheffield', 'Bath', 'Norwich', 'Exeter', 'Durham'];
export const DISTRICTS = split(
  'E1 E2 E5 E8 E9 E10 E17 EC1 EC2 N1 N4 N5 N7 N8 N16 N19 NW1 NW3 NW5 SE1 SE5 SE8 SE15 SE22 SW1 SW2 SW4 SW9 SW11 W1 W2 W6 W9 W11 BS1 BS6 LS1 LS6 S1 S10 BA1 BA2 NR1 NR2 EX1 EX4 DH1 YO1 YO10 YO31',
);
export const STAFF = ['Hana Okafor', 'Wren Adeyemi', 'Tom Bexley', 'Priya Nair'];
export const REASONS = ['A stem was broken.', 'It came a day late.', 'As we said by phone.'];
