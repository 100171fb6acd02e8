import { expect, it } from "vitest";

import { getVerbatimMessage, toApiFailure } from "./toApiFailure.ts";

const answer = (status: number, body: unknown) =>
  getVerbatimMessage(toApiFailure(new Response(null, { status }), body));

it("is the server's message for codes and errors that the app does not know", () => {
  expect(answer(418, { code: 418, msg: "Only tea here", error: "teapot" })).toBe("Only tea here");
  expect(answer(200, { code: 777, msg: "A code of tomorrow" })).toBe("A code of tomorrow");
});

it("is none where the answer has no words for people", () => {
  expect(answer(502, "<html>Bad gateway</html>")).toBeNull();
  expect(answer(418, { code: 418, msg: "", error: "teapot" })).toBeNull();
  expect(getVerbatimMessage({ kind: "network" })).toBeNull();
  expect(getVerbatimMessage({ kind: "unexpected", message: "x is not a function" })).toBeNull();
});

it("is none where the screen tells it, or what broke is the server's", () => {
  expect(answer(409, { code: 409, msg: "Sold out", error: "soldOut" })).toBeNull();
  expect(answer(500, { code: 500, msg: "Something broke here", error: "internal" })).toBeNull();
  expect(answer(500, { code: 500, msg: "relation does not exist" })).toBeNull();
  expect(answer(200, { code: 500, msg: "relation does not exist" })).toBeNull();
});

it("says why a request could not be set up", () => {
  expect(getVerbatimMessage({ kind: "unexpected", message: "Invalid header", isForPeople: true })).toBe(
    "Invalid header",
  );
});
