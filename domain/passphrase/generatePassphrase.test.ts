import { describe, expect, test } from "vitest";
import { LANGUAGES, type Language } from "../language/language.ts";
import { generatePassphrase } from "./generatePassphrase.ts";
import { loadWords } from "./loadWords.ts";
import { MAX_CODE_POINTS, readPassphrase } from "./readPassphrase.ts";
import { toPassphraseKey } from "./toPassphraseKey.ts";

const countUp = (length: number) => Uint8Array.from({ length }, (_, index) => index * 37);
const drawAtRandom = (length: number) => crypto.getRandomValues(new Uint8Array(length));

/** How many groups of five digits there are, drawn through the real rule from each one that could be. */
function countGroups(): number {
  const groups = new Set<string>();
  for (let number = 0; number < 8 ** 5; number += 1) {
    const bytes = Uint8Array.from({ length: 5 }, (_, place) => Math.floor(number / 8 ** place) % 8);
    const draws = [bytes, new Uint8Array(5), new Uint8Array(5), new Uint8Array(5), new Uint8Array(5)];
    groups.add(generatePassphrase(() => draws.shift() ?? new Uint8Array(5), null).slice(0, 5));
  }
  return groups.size;
}

const GROUPS = countGroups();

const PARTS = / [0-9]{5}(?: |$)/u;

/**
 * What no made-up passphrase holds: death, illness, violence, filth, loss and sorrow. Chinese by the character, with those
 * that sound like one; Khmer and alphabets without tones as part of any word; Vietnamese by the syllable.
 */
const ILL: Record<Language, string> = {
  en: `death dead die dying tomb grave bury coffin funeral corpse ghost haunt mourn weep cry tear sad sorrow grief woe ill sick ache
    pain pox plague virus germ flu cancer fever wound blood scar harm hurt hit kill murder slay war gun pistol bomb shoot stab knife sword
    hate fight abuse cruel rape rob steal thief jail prison poor poverty debt broke lose loss lost fail ruin wreck crash doom curse evil
    devil demon hell hex rot trash dirt filth mud poo pee piss shit turd fart puke spit ass butt anus cock dick tit cum slut whore sex
    nude drunk drug divorce widow orphan fear danger disaster storm flood famine hunger thirst poison toxic venom rat roach louse`,
  es: `muert morir tumba cementerio ataud funeral luto duelo llant lagrima triste pena dolor enferm peste gripe fiebre cancer virus
    herida sangre guerra arma pistola bala bomba cuchillo daga espada matar golpe odio pelea robo ladron carcel pobre deuda ruina perder
    perdida fracas quiebra maldit diablo demonio infierno veneno basura mugre sucio asco caca mierda pedo culo puta teta coito pene
    borracho droga divorcio viuda huerfano miedo peligro desastre tormenta hambre sed rata cucaracha mal cruz bruja`,
  id: `mati maut ajal wafat tewas kubur makam mayat bangkai hantu setan iblis duka sedih tangis luka sakit demam batuk flu kanker wabah
    virus darah perang bunuh senjata pisau bom tembak pukul benci rampok maling curi penjara miskin melarat utang rugi hilang kalah gagal
    hancur rusak bangkrut jatuh cerai pisah putus kutuk sial jahat neraka racun sampah kotor busuk tahi tai najis kencing kentut pantat
    bencana banjir lapar haus tikus babi anjing takut bahaya kamboja`,
  km: `ស្លាប់ មរណ ឈឺ ជំងឺ រោគ ខ្មោច បិសាច សាកសព ផ្នូរ យំ សោក ទុក្ខ ឈាម របួស សង្គ្រាម កាំភ្លើង កាំបិត ដាវ ពិស ពុល លាមក អាចម៍ អុចអាច
    កខ្វក់ សម្រាម ក្រីក្រ បំណុល ចាញ់ បាត់ ខូច លួច ចោរ គុក គ្រោះ ឧបទ្រព កំសត់ ឃ្លាន ស្អប់ វាយ សម្លាប់ លែងលះ នរក បណ្តាសា`,
  vi: `chết tử vong mất mộ mồ tang ma quỷ hồn xác hài khóc buồn sầu khổ đau ốm bệnh dịch sốt máu thương chém giết súng đạn dao gươm đánh
    ghét cướp trộm tù nghèo nợ thua lỗ bại phá vỡ rơi tan rách hỏng xui rủi họa nạn ác độc hại bẩn thối phân rác cứt đái đói khát lụt
    cháy bão cụt phai thất tuyệt mực chuột ly biệt xa cô góa lê`,
  "zh-CN": `死亡丧葬坟墓棺尸鬼魂妖魔哭泣悲哀伤痛愁苦惨病疾疫癌疮疼毒血杀刀枪剑炸战争斗仇恨怒打贼盗抢骗牢狱赌穷贫债亏损失丢败破落散离别孤
    寡残废衰危险灾祸难凶恶坏烂臭屎尿粪垃圾脏污霉饿灭绝断尽完无空倒崩塌沉坠降四似终钟伞梨输书殊肆`,
  "zh-TW": `死亡喪葬墳墓棺屍鬼魂妖魔哭泣悲哀傷痛愁苦慘病疾疫癌瘡疼毒血殺刀槍劍炸戰爭鬥仇恨怒打賊盜搶騙牢獄賭窮貧債虧損失丟敗破落散離別孤
    寡殘廢衰危險災禍難凶兇惡壞爛臭屎尿糞垃圾髒污霉餓滅絕斷盡完無空倒崩塌沉墜降四似終鐘伞傘梨輸書殊肆`,
};

/** A function that tells what of the list a word holds. */
function createJudge(language: Language): (word: string) => readonly string[] {
  const ill = ILL[language].split(/\s+/u);
  switch (language) {
    case "vi":
      return (word) => ill.filter((syllable) => word.split(" ").includes(syllable));
    case "zh-CN":
    case "zh-TW":
      return (word) => Array.from(word).filter((character) => ILL[language].includes(character) && character !== " ");
    case "en":
    case "es":
    case "id":
    case "km": {
      const keys = ill.map(toPassphraseKey);
      return (word) => {
        const key = toPassphraseKey(word);
        return keys.filter((part) => key.includes(part));
      };
    }
  }
}

const FORMS: Record<Language, RegExp> = {
  en: /^[a-z]{3,9}$/,
  es: /^[a-z]{3,9}$/,
  id: /^[a-z]{3,9}$/,
  km: /^[\u1780-\u17d2]{3,9}$/u,
  vi: /^[a-zà-ỹđ]{1,6} [a-zà-ỹđ]{1,6}$/u,
  "zh-CN": /^\p{Unified_Ideograph}{4}$/u,
  "zh-TW": /^\p{Unified_Ideograph}{4}$/u,
};

describe.each(LANGUAGES)("the words of %s", (language) => {
  const findIll = createJudge(language);

  test("are none of ill omen", async () => {
    const words = await loadWords(language);
    expect(words.flatMap((word) => findIll(word).map((ill) => `${word}: ${ill}`))).toEqual([]);
  });

  test("are typed with the keyboard of the language, and are as short as a passphrase needs", async () => {
    for (const word of await loadWords(language)) {
      expect(word).toMatch(FORMS[language]);
      expect(word.normalize("NFC")).toBe(word);
      expect(Array.from(`${word} 00000 ${word} 00000`).length).toBeLessThanOrEqual(MAX_CODE_POINTS);
    }
  });

  test("differ by their keys, and give more than 40 random bits with the digits", async () => {
    const words = await loadWords(language);
    expect(new Set(words.map(toPassphraseKey)).size).toBe(words.length);
    expect(2 * (Math.log2(words.length) + Math.log2(GROUPS))).toBeGreaterThan(43);
  });

  test("make passphrases that may be sent, without ill words across their parts", async () => {
    const words = await loadWords(language);
    for (let drawn = 0; drawn < 100; drawn += 1) {
      const passphrase = generatePassphrase(drawAtRandom, words);
      expect(readPassphrase(passphrase)).toMatchObject({ text: passphrase });
      const [first = "", second = ""] = passphrase.split(PARTS);
      expect(words).toEqual(expect.arrayContaining([first, second]));
      const isJoined = language !== "vi" && findIll(toPassphraseKey(passphrase)).length > 0;
      expect([passphrase, isJoined]).toEqual([passphrase, false]);
    }
  });
});

test("digits are those of luck, without numbers of ill omen", () => {
  for (let drawn = 0; drawn < 300; drawn += 1) {
    const passphrase = generatePassphrase(drawAtRandom, null);
    expect(passphrase).toMatch(/^[01235689]{5}(?: [01235689]{5}){2}$/);
    expect(passphrase).not.toMatch(/13|250|38|53|666|69/);
  }
  expect(3 * Math.log2(GROUPS)).toBeGreaterThan(40);
});

test("digits that are of ill omen together are drawn anew", () => {
  const draws = [Uint8Array.of(5, 5, 5, 0, 0), Uint8Array.of(6, 6, 6, 1, 1)];
  expect(generatePassphrase(() => draws.shift() ?? new Uint8Array(5), null)).toBe("88811 00000 00000");
});

test("each word is drawn as often as the others", () => {
  expect(generatePassphrase(countUp, ["ant", "bee", "cat"])).toMatch(
    /^(?:ant|bee|cat) [0-9]{5} (?:ant|bee|cat) [0-9]{5}$/,
  );
  const counts = new Map<string, number>();
  for (let drawn = 0; drawn < 65_536; drawn += 1) {
    // What is too high to be fair is drawn anew.
    const bytes = [Uint8Array.of(drawn >> 8, drawn & 255)];
    const passphrase = generatePassphrase((length) => bytes.shift() ?? new Uint8Array(length), ["ant", "bee", "cat"]);
    const [word = ""] = passphrase.split(" ");
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  expect(counts.get("bee")).toBe(21_845);
  expect(counts.get("cat")).toBe(21_845);
  expect(counts.get("ant")).toBe(21_846);
});
