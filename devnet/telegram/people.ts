/** A user of the local messenger. `n` is part of their origin, `http://p<n>.localhost`. */
export interface Person {
  readonly n: number;
  readonly id: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly username: string | null;
  readonly languageCode: string;
  readonly hasPhoto: boolean;
  /** The groups that this person is a member of. */
  readonly groupIds: readonly number[];
}

export interface Group {
  readonly chatId: number;
  readonly title: string;
  /** The public name by which people join; null for a private group. */
  readonly username: string | null;
  /** A basic group has no topics, and becomes a supergroup of another id once it is to have what only that has. */
  readonly kind: "basic" | "supergroup" | "channel";
  /** By the person's id; left out: the first of its members. */
  readonly ownerId?: number;
}

/** The default group. */
export const GROUP_CHAT_ID = -1_002_174_983_506;
export const SECOND_GROUP_CHAT_ID = -1_001_860_427_319;

export const GROUPS: readonly Group[] = [
  { chatId: GROUP_CHAT_ID, title: "Friday lunch", username: "friday_lunch_devnet", kind: "supergroup" },
  { chatId: SECOND_GROUP_CHAT_ID, title: "Sunday hikers", username: null, kind: "supergroup" },
];

/** The first group discusses it. */
export const CHANNEL: Group = {
  chatId: -1_001_555_208_344,
  title: "Friday news",
  username: null,
  kind: "channel",
  ownerId: 5_104_827_361,
};

export const PEOPLE: readonly Person[] = [
  {
    n: 1,
    id: 5_104_827_361,
    firstName: "Anna",
    lastName: "Keller",
    username: "annakeller",
    languageCode: "en",
    hasPhoto: true,
    groupIds: [GROUP_CHAT_ID, SECOND_GROUP_CHAT_ID],
  },
  {
    n: 2,
    id: 6_731_905_248,
    firstName: "明",
    lastName: "李",
    username: "liming_88",
    languageCode: "zh-hans",
    hasPhoto: true,
    groupIds: [GROUP_CHAT_ID, SECOND_GROUP_CHAT_ID],
  },
  {
    n: 3,
    id: 1_948_203_775,
    firstName: "សុខា",
    lastName: "ចាន់",
    username: null,
    languageCode: "km",
    hasPhoto: true,
    groupIds: [GROUP_CHAT_ID],
  },
  {
    n: 4,
    id: 7_215_640_093,
    firstName: "Nguyễn",
    lastName: "Thu Hà",
    username: "thuha_ng",
    languageCode: "vi",
    hasPhoto: false,
    groupIds: [GROUP_CHAT_ID, SECOND_GROUP_CHAT_ID],
  },
  {
    n: 5,
    id: 829_417_556,
    firstName: "Lucía",
    lastName: "Fernández",
    username: "luciaf",
    languageCode: "es",
    hasPhoto: true,
    groupIds: [GROUP_CHAT_ID],
  },
  {
    n: 6,
    id: 5_863_290_714,
    firstName: "Budi",
    lastName: "Santoso",
    username: "budi_santoso",
    languageCode: "id",
    hasPhoto: false,
    groupIds: [GROUP_CHAT_ID],
  },
  {
    n: 7,
    id: 6_402_118_937,
    firstName: "怡君",
    lastName: "陳",
    username: "yichun_c",
    languageCode: "zh-hant",
    hasPhoto: true,
    groupIds: [SECOND_GROUP_CHAT_ID],
  },
];

/** The bot as the messenger describes it; its id is the part of the token before the colon. */
export const BOT_NAME = "Hongbao";
export const BOT_USERNAME = "hongbao_devnet_bot";

export function findPersonById(id: number): Person | undefined {
  return PEOPLE.find((person) => person.id === id);
}

export function findPersonByNumber(n: number): Person | undefined {
  return PEOPLE.find((person) => person.n === n);
}

/** First and last name as the messenger shows them. */
export function nameOf(person: Person): string {
  return person.languageCode.startsWith("zh")
    ? `${person.lastName}${person.firstName}`
    : `${person.firstName} ${person.lastName}`;
}
