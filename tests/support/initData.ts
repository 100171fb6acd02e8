import { createHmac } from "node:crypto";

export interface TestPerson {
  id: number;
  firstName: string;
  lastName?: string;
  username?: string;
  languageCode?: string;
  photoUrl?: string;
  allowsWriteToPm?: boolean;
}

export interface InitDataOptions {
  botToken: string;
  person: TestPerson;
  authDate: Date;
  /** Further fields, e.g. start_param. */
  fields?: Readonly<Record<string, string>>;
}

/** Signs fields of launch data for a bot, as the messenger does, and answers the raw string. */
export function signInitData(fields: Readonly<Record<string, string>>, botToken: string): string {
  const checkString = Object.entries(fields)
    .map(([key, value]) => `${key}=${value}`)
    .sort()
    .join("\n");
  const secret = createHmac("sha256", "WebAppData").update(botToken).digest();
  const hash = createHmac("sha256", secret).update(checkString).digest("hex");
  return new URLSearchParams({ ...fields, hash }).toString();
}

/** Raw launch data of a person, rightly signed. */
export function makeInitData({ botToken, person, authDate, fields = {} }: InitDataOptions): string {
  const user = {
    id: person.id,
    first_name: person.firstName,
    last_name: person.lastName,
    username: person.username,
    language_code: person.languageCode,
    photo_url: person.photoUrl,
    allows_write_to_pm: person.allowsWriteToPm,
  };
  return signInitData(
    {
      auth_date: String(Math.floor(authDate.getTime() / 1000)),
      query_id: "AAHdF6IQAAAAAN0XohDhrOrc",
      signature: "c2lnbmF0dXJl",
      // The messenger escapes slashes in JSON.
      user: JSON.stringify(user).replaceAll("/", "\\/"),
      ...fields,
    },
    botToken,
  );
}
