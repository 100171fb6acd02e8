import { expect, test } from "vitest";
import { LANGUAGES } from "#domain/language/language.ts";
import { seeTitle, toPerson } from "./person.ts";

const row = (firstName: string, lastName: string | null = null) => ({
  tg_user_id: 5_104_827_361n,
  first_name: firstName,
  last_name: lastName,
  photo_url: null,
});

test.each([["\u3164"], ["\u2800"], ["\u200B\u202E"], ["\u115F"], [""]])(
  "%j is somebody, in every language of a reader",
  (name) => {
    const names = LANGUAGES.map((language) => toPerson(row(name, name), language).name);
    expect(names).toEqual([
      "Somebody 7361",
      "Alguien 7361",
      "Seseorang 7361",
      "នរណាម្នាក់ 7361",
      "Ai đó 7361",
      "某人 7361",
      "某人 7361",
    ]);
  },
);

test("a name is what one can see of it", () => {
  expect(toPerson(row("Anna\u202E", "Keller\u3164"), "en")).toEqual({ name: "Anna Keller", url: null });
  expect(toPerson(row("明", "李"), "en").name).toBe("李明");
});

test("a title without a visible sign is the last figures of the group's id", () => {
  expect(seeTitle("\u2800", -1_001_234_567n)).toBe("#4567");
  expect(seeTitle("\u202EGroup", "-1001234567")).toBe("Group");
});
