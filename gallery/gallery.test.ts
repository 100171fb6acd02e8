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
  DomainWarning: "user shows it at a strange address",
  EmailCodeScreen: "updateEmai and updateCode are made of it",
  EnvironmentDialog: "the frame shows it",
  ErrorBoundary: "draws what it is given; CrashPage is what it falls back on",
  FieldFrame: "the inside of every field",
  FlowBoundary: "draws what it is given; NotLoaded is what it falls back on",
  GroupChoice: "homePage and multiSend show it in each of its states",
  LanguageButton: "the frame shows it in each of its states",
  LanguageSheet: "the frame shows it in each of its states",
  HeroAmount: "an Amount and its worth; statePage, withdraw and sendRecordDetails show it",
  Life: "statePage, sendRecordDetails and withdraw show it in each of its states",
  LifeCard: "Life, loaded late",
  Link: "has no look of its own",
  ListBody: "screens with lists show each of its states",
  ListFooter: "screens with lists show each of its states",
  MovementRow: "a MoneyRow; sendRecord and addMoney show it",
  LockEnd: "a sentence; updateEmai, updateCode and addWallet show it",
  LookChoices: "redImg, redPageAdmin and sendPacket show each of its states",
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
  PhoneHandoff: "a Button; unPaymentList and sendPacket show it",
  PhoneHandoffSheet: "unPaymentList shows it in each of its states",
  ReceiptRow: "the receipts of sendPacket and unPaymentList are made of them",
  SecondsLeft: "has no look of its own",
  SecurityCodePrompt: "SecurityCodeSheet, loaded late",
  SecurityCodeSheet: "addWallet and updateCode show it in each of its states",
  ShareButton: "sendPacket shows each of its states",
  SheetDone: "a Button; the sheets of sendRecordDetails and sendPacket show it",
  SafetyNote: "user, withdraw and the payment page show it",
  SpendingBlock: "the ends of updateEmai and updateCode show it",
  SpendingBlocks: "user and withdraw show it",
  ThankSigns: "sendRecordDetails shows it in each of its states",
  Topics: "redEnvelopeSystem and privacy are made of them",
  TotalWorth: "a line of a MoneyRow; user and home show it",
  WhenIdle: "has no look of its own",
  Worth: "a line of a MoneyRow; screens with records show it",
  CodesFailed: "an Outcome; updateEmai and updateCode show it",
  CodesForm: "updateEmai and updateCode show it",
  CodesSaved: "an Outcome; updateEmai and updateCode show it",
  Topic: "one of the Topics",
};

/** It is around every screen and is shown like one. */
const FRAME = "frame";

/** One file shows the covers and the texts of envelopes. */
const LOOKS_OF_TEXTS = "redPageAdmin";

const sources = import.meta.glob<string>(["/src/components/*/*.tsx", "!/src/components/*/*.{test,stories}.tsx"], {
  eager: true,
  import: "default",
  query: "?raw",
});
const components = Object.values(sources).flatMap((source) =>
  [...source.matchAll(/^export (?:function|class) ([A-Z]\w*)/gmu)].map(([, name = ""]) => name),
);
const primitives = Object.keys(import.meta.glob("/src/components/*/*.stories.tsx"));
const folders = Object.keys(import.meta.glob("/src/screens/*/*.tsx"));
const screens = Object.keys(import.meta.glob("./screens/*.walk.tsx"));

function readName(file: string): string {
  return file.slice(file.lastIndexOf("/") + 1).replace(/(?:\.(?:stories|walk))?\.tsx$/u, "");
}

describe("the gallery shows", () => {
  test("every component that other files use", () => {
    const shown = [...primitives.map((file) => readName(file)), ...Object.keys(SEEN_ELSEWHERE)];
    expect(shown.toSorted()).toEqual(components.toSorted());
  });

  test("every built screen", () => {
    const built = new Set(folders.map((file) => file.split("/")[3]));
    expect(new Set(screens.map((file) => readName(file)))).toEqual(new Set([...built, FRAME, LOOKS_OF_TEXTS]));
  });
});
