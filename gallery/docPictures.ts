/** A picture of docs/design.md: drawn by day as `<file>.light.png` and by night as `<file>.dark.png`. */
export interface DocPicture {
  file: string;
  /** As the gallery names them. */
  group: string;
  name: string;
  /** As high as the content; else as a phone's window. */
  isWhole: boolean;
}

const primitive = (name: string): DocPicture => ({
  file: `primitive-${name.toLowerCase()}`,
  group: "Primitives",
  name,
  isWhole: true,
});

const screen = (group: string, name: string, file: string): DocPicture => ({ file, group, name, isWhole: false });

export const DOC_PICTURES: readonly DocPicture[] = [
  { file: "tokens", group: "Tokens", name: "Tokens", isWhole: true },
  primitive("Button"),
  primitive("Badge"),
  primitive("Seal"),
  primitive("Envelope"),
  primitive("Cover"),
  primitive("Field"),
  primitive("Cell"),
  screen("homePage", "chats page", "screen-home"),
  screen("sendPacket", "editing", "screen-send"),
  screen("sendPacket", "live", "screen-live"),
  screen("getPacket", "entering, envelope there", "screen-claim"),
  screen("getPacket", "received", "screen-received"),
  screen("sendRecord", "sentRecords page", "screen-records"),
  screen("user", "holdings ready", "screen-user"),
  screen("unPaymentList", "reviewing", "screen-pay"),
  screen("login", "outside", "screen-login"),
];
