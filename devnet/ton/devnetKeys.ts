/** Mnemonics of people's wallets (v4r2); publicly known, worth nothing. */
export const USER_MNEMONICS: readonly string[] = [
  "space void radar poet slow floor adult sugar box arctic turn taxi profit witness end muffin excuse float lunar hour hard dial rule bottom",
  "balcony rookie lemon wink cross lens unique valid legend tent betray debate balance rebel bar hurdle athlete traffic lyrics achieve island hamster wrong wasp",
  "strategy crunch album cannon various animal evoke neglect crystal just usage jeans ghost gorilla popular solar lazy favorite purity thumb hidden quick embark rubber",
  "army pudding season awkward frost happy satisfy animal lounge yard crew jungle renew ski cricket cream math host error faith team parade sugar gun",
  "cruel myth cross outdoor hole faint cloud priority talk oil topple hire foster sauce salt police month visa law dentist thought pumpkin duty clutch",
  "bind silver advice patch develop kid boat clean sunny chicken group negative course critic budget seminar impose timber simple error dirt barrel benefit nut",
];

/** Mnemonic of the treasury, a wallet v5r1 of the test network. */
export const TREASURY_MNEMONIC =
  "merry edit almost ecology quick february gate wing broccoli panel bus glimpse bounce absurd kite peanut fiscal crisp gesture broom essence iron remove crumble";

/** The address of the treasury's wallet. */
export const TREASURY_ADDRESS = "UQBvlzAHHuN89NDU0OAPdCc6qQU8cwgJbAsqWNi9Shk4rB6b";
