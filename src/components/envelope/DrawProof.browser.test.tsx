import { afterEach, expect, it } from "vitest";
import { page } from "vitest/browser";

import type { CheckedDraw } from "#domain/draw/answerQuestion.ts";
import { breach, doubt, type DrawFinding } from "#domain/draw/drawReport.ts";
import { openStage } from "#gallery/openStage.ts";
import { Scene } from "#gallery/static/Scene.tsx";
import { standInResource } from "#gallery/static/standInResource.ts";
import texts from "#locales/en/proof.json";

import { DrawProof } from "./DrawProof.tsx";

const stage = openStage();

afterEach(() => stage.clear());

async function show(checked: Partial<CheckedDraw>, hasPapers = false): Promise<void> {
  const value = { findings: [], isOwn: true, isWhole: true, papers: '{"a":1}', ...checked };
  const params = { envelopeId: "e1", count: 3, isWhole: false };
  const node = (
    <Scene at="/getPacket?envelopeId=e1" flows={{ drawProof: standInResource(value, params) }}>
      <DrawProof envelopeId="e1" count={3} hasPapers={hasPapers} />
    </Scene>
  );
  await stage.show({ node, language: "en", theme: "Web A light" });
}

const readButtons = () => [...document.querySelectorAll("#root :is(a, button)")].map((one) => one.textContent);

it("says quietly what was checked, and offers nothing more beside an amount", async () => {
  await show({});
  await expect.element(page.getByText(texts.phone.whole)).toBeVisible();
  await show({ isWhole: false });
  await expect.element(page.getByText(texts.phone.own)).toBeVisible();
  expect(document.querySelector("[role=alert]")).toBeNull();
  expect(readButtons()).not.toContain(texts.phone.copy);
});

const LIES = [
  "wrongAmount",
  "wrongRank",
  "wrongSignature",
  "wrongSet",
  "wrongCommitment",
  "twoRoots",
  "missingReceipt",
  "changedDraw",
  "foreignChain",
  "lateEntry",
] as const;

it.each(LIES)("names a lie in plain words, and what to do: %s", async (fault) => {
  await show({ findings: [doubt("unknownCertifier"), breach(fault, "entry_1")] });
  await expect.element(page.getByText(texts.breach[fault])).toBeVisible();
  await expect.element(page.getByText(texts.phone.advice)).toBeVisible();
  expect(document.querySelector("[role=alert]")?.textContent).toContain(texts.breach[fault]);
  expect(readButtons()).toContain(texts.phone.copy);
  expect(document.body.textContent).not.toContain(texts.phone.whole);
});

it.each<[string, DrawFinding, string]>([
  ["a late list", doubt("lateRoot", "4"), "The set was published 4 s late, so nothing proves that it was closed."],
  ["no list", doubt("noRoot"), texts.doubt.noRoot],
  ["a draw that waits", doubt("waiting"), texts.phone.waiting],
])("tells of %s", async (_, finding, text) => {
  await show({ findings: [finding] });
  await expect.element(page.getByText(text)).toBeVisible();
});

it("says of no round that never was that it is right", async () => {
  await show({ findings: [doubt("undrawn")] });
  await expect.element(page.getByText(texts.doubt.undrawn)).toBeVisible();
  expect(document.body.textContent).not.toContain(texts.phone.whole);
});

it("says nothing where there was nothing to check", async () => {
  await show({ papers: null, isOwn: false, isWhole: false }, true);
  expect(document.body.textContent).not.toContain(texts.phone.title);
  await show({ papers: null, isOwn: false, isWhole: false, findings: [breach("missingReceipt")] }, true);
  await expect.element(page.getByText(texts.phone.title)).toBeVisible();
});

it("leads to the page of draws with evidence and receipt, where an address holds them", async () => {
  await show({}, true);
  await expect.element(page.getByText(texts.phone.open)).toBeVisible();
  const { hash, pathname } = new URL(document.querySelector<HTMLAnchorElement>("#root a")?.href ?? "");
  expect(pathname).toBe("/verify.html");
  expect(atob(hash.slice(1))).toBe('{"a":1}');
  await show({ papers: `"${"x".repeat(60_000)}"` }, true);
  await expect.element(page.getByText(texts.phone.save)).toBeVisible();
  expect(readButtons()).not.toContain(texts.phone.open);
});

it("offers the ranks where they were not checked", async () => {
  await show({ isWhole: false }, true);
  await expect.element(page.getByText(texts.phone.ranks)).toBeVisible();
});
