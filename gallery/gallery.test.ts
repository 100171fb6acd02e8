import { describe, expect, test } from "vitest";

/** Components that are no primitives, and where they are seen. */
const SEEN_ELSEWHERE: Readonly<Record<string, string>> = {
  ActionButton: "a Button that a view words; every screen shows some",
  AmountForm: "withdraw and addMoney show it in each of its states",
  CloseEnvelope: "sendRecordDetails shows it in each of its states",
  BrokenDialog: "the frame shows it",
  ButtonLabel: "the inside of Button and ButtonLink",
  ChoiceRow: "the inside of ChoiceCells and CheckCells",
  ConfirmDialog: "sendPacket, withdraw and addWallet show it",
  lazyPart: "has no look of its own; a screen shows its later part in it",
  DomainWarning: "user shows it at a strange address",
  EmailCodeActions: "the buttons of EmailCodeStep",
  EmailCodeScreen: "updateEmai and updateCode are made of it",
  EmailCodeStep: "updateEmai and updateCode show it in each of its states",
  EmptyPicture: "Empty without a picture of its own shows it",
  EnvelopeSeal: "the seal of every Envelope",
  EnvironmentDialog: "the frame shows it",
  ErrorBoundary: "draws what it is given; CrashPage is what it falls back on",
  FieldFrame: "the inside of every field",
  FlowBoundary: "draws what it is given; NotLoaded is what it falls back on",
  GroupChoice: "homePage and multiSend show it in each of its states",
  GroupSteps: "homePage and multiSend show it where groups are missing",
  LanguageButton: "the frame shows it in each of its states",
  LanguageSheet: "the frame shows it in each of its states",
  Life: "statePage, sendRecordDetails and withdraw show it in each of its states",
  LifeCard: "Life, loaded late",
  Link: "has no look of its own",
  ListBody: "screens with lists show each of its states",
  ListFooter: "screens with lists show each of its states",
  MovementRow: "a MoneyRow; sendRecord and addMoney show it",
  LockEnd: "a sentence; updateEmai, updateCode and addWallet show it",
  LookChoices: "redImg, redPageAdmin and sendPacket show each of its states",
  LookMarkBadge: "a Badge with its word; LookChoices shows it",
  LookPreview: "redImg and redPageAdmin show each of its states",
  LookScreen: "redImg and redPageAdmin are made of it",
  LookSkeleton: "redImg and redPageAdmin show it",
  MainLink: "a Button; sendPacket, withdraw and getPacket show it",
  MemberNote: "a sentence; getPacket, sendPacket and sendRecordDetails show it",
  LuckBadge: "a Badge with its word; ClaimCells shows it",
  MainBar: "BottomBar with the app's places; Screen shows it",
  Named: "a sentence with a name in it; every screen with people shows it",
  NameList: "names in a sentence; screens with groups show it",
  NamedList: "names in a sentence; screens with groups show it",
  PictureButton: "a Button; sendPacket and sendRecordDetails show it",
  PictureSheet: "sendRecordDetails shows it in each of its states",
  PayoutOutcome: "statePage and withdraw show it in each of its states",
  PayoutHead: "the top of PayoutReceipt",
  PayoutReceipt: "PayoutOutcome shows it",
  PhoneHandoff: "a Button; unPaymentList and sendPacket show it",
  PhoneHandoffSheet: "unPaymentList shows it in each of its states",
  Prices: "has no look of its own",
  ReceiptRow: "the receipts of sendPacket and unPaymentList are made of them",
  RichestCoin: "has no look of its own",
  SafetyIntro: "updateEmai and updateCode begin with it",
  SecondsLeft: "has no look of its own",
  SecurityCodePrompt: "SecurityCodeSheet, loaded late",
  SecurityCodeSheet: "addWallet and updateCode show it in each of its states",
  ShareButton: "sendPacket shows each of its states",
  SheetDone: "a Button; the sheets of sendRecordDetails and sendPacket show it",
  SafetyNote: "user, withdraw and the payment page show it",
  SpendingBlock: "the ends of updateEmai and updateCode show it",
  SpendingBlocks: "user and withdraw show it",
  ThankSign: "a sign of ThankSigns; ClaimCells shows it",
  ThankSigns: "sendRecordDetails shows it in each of its states",
  Topics: "redEnvelopeSystem and privacy are made of them",
  TotalWorth: "a line of a MoneyRow; user and home show it",
  WhenIdle: "has no look of its own",
  Worth: "a line of a MoneyRow; screens with records show it",
};

/** It is around every screen and is shown like one. */
const FRAME = "frame";

const components = Object.keys(import.meta.glob(["/src/components/*/*.tsx", "!/src/components/*/*.test.tsx"]));
const primitives = Object.keys(import.meta.glob("./primitives/*.gallery.tsx"));
const folders = Object.keys(import.meta.glob("/src/screens/*/*.tsx"));
const screens = Object.keys(import.meta.glob("./screens/*.{gallery,walk}.tsx"));

function readName(file: string): string {
  return file.slice(file.lastIndexOf("/") + 1).replace(/(?:\.(?:gallery|walk))?\.tsx$/u, "");
}

describe("the gallery shows", () => {
  test("every component that is a primitive", () => {
    const shown = [...primitives.map((file) => readName(file)), ...Object.keys(SEEN_ELSEWHERE)];
    expect(shown.toSorted()).toEqual(components.map((file) => readName(file)).toSorted());
  });

  test("every built screen", () => {
    const built = new Set(folders.map((file) => file.split("/")[3]));
    expect(new Set(screens.map((file) => readName(file)))).toEqual(new Set([...built, FRAME]));
  });
});
