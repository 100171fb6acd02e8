import { describe, expect, it } from "vitest";

import { decideRoute, type RouteRequest } from "./decideRoute.ts";
import { readWelcomeTarget } from "./redirectTarget.ts";

function decide(request: Partial<RouteRequest> & { path: string }) {
  return decideRoute({ search: "", permission: "granted", isWelcomeDue: false, startParam: null, ...request });
}

const redirect = (to: string) => ({ kind: "redirect", to });

describe("decideRoute", () => {
  it("leads the root to the landing page", () => {
    expect(decide({ path: "/", search: "?chatId=5" })).toEqual(redirect("/homePage?chatId=5"));
  });

  it("leads the root without a session to the login, with query and target", () => {
    expect(decide({ path: "/", search: "?chatId=5", permission: "refused" })).toEqual(
      redirect("/login?chatId=5&redirect=%2FhomePage%3FchatId%3D5"),
    );
    expect(decide({ path: "/", permission: "refused" })).toEqual(redirect("/login?redirect=%2FhomePage"));
  });

  it("keeps the way back of a page that was asked for by another one", () => {
    expect(decide({ path: "/addWallet", search: "?redirect=%2FsendPacket", permission: "refused" })).toEqual(
      redirect("/login?redirect=%2FaddWallet%3Fredirect%3D%252FsendPacket"),
    );
  });

  it("keeps launch parameters out of addresses", () => {
    expect(decide({ path: "/", search: "?tgWebAppStartParam=x&chatId=5" })).toEqual(redirect("/homePage?chatId=5"));
    expect(decide({ path: "/user", search: "?tgWebAppStartParam=x", permission: "refused" })).toEqual(
      redirect("/login?redirect=%2Fuser"),
    );
  });

  it("leads an envelope's link to its claim page, also through the login", () => {
    expect(decide({ path: "/", startParam: "e_Ab-9_x" })).toEqual(redirect("/getPacket?envelopeId=Ab-9_x"));
    expect(decide({ path: "/", startParam: "d_Ab-9_x" })).toEqual(redirect("/sendRecordDetails?envelopeId=Ab-9_x"));
    expect(decide({ path: "/", startParam: "o_Ab-9_x" })).toEqual(redirect("/statePage?orderId=Ab-9_x"));
    expect(decide({ path: "/", startParam: "p_Ab-9_x" })).toEqual(redirect("/statePage?payoutId=Ab-9_x"));
    expect(decide({ path: "/", startParam: "w_Ab-9_x" })).toEqual(redirect("/statePage?walletId=Ab-9_x"));
    expect(decide({ path: "/", startParam: "e_Ab-9_x", permission: "refused" })).toEqual(
      redirect("/login?envelopeId=Ab-9_x&redirect=%2FgetPacket%3FenvelopeId%3DAb-9_x"),
    );
  });

  it("leads a link of a message about the account to the page where it is changed", () => {
    expect(decide({ path: "/", startParam: "user" })).toEqual(redirect("/user"));
    expect(decide({ path: "/", startParam: "movements" })).toEqual(redirect("/sendRecord?tab=balance"));
    expect(decide({ path: "/", startParam: "email" })).toEqual(redirect("/updateEmai"));
    expect(decide({ path: "/", startParam: "code" })).toEqual(redirect("/updateCode"));
    expect(decide({ path: "/", startParam: "toString" })).toEqual(redirect("/homePage"));
  });

  it("leads a group's post to the claim page of its envelope, whose id may hold the separator", () => {
    const signed = "-_".repeat(13) + "A";
    expect(decide({ path: "/", startParam: `c_Ab-9_x_${signed}` })).toEqual(redirect("/getPacket?envelopeId=Ab-9_x"));
    expect(decide({ path: "/", startParam: `c_${signed}` })).toEqual(redirect("/homePage"));
  });

  it("does not follow a start parameter twice: after a reload the path is no longer the root", () => {
    expect(decide({ path: "/user", startParam: "e_Ab" })).toEqual({ kind: "show" });
  });

  it("lands a group's link on the landing page and refuses odd envelope ids", () => {
    expect(decide({ path: "/", startParam: "g_abc" })).toEqual(redirect("/homePage"));
    expect(decide({ path: "/", startParam: "e_a/b" })).toEqual(redirect("/homePage"));
  });

  it("shows open routes to anybody and nothing else", () => {
    expect(decide({ path: "/unPaymentList", permission: "refused" })).toEqual({ kind: "show" });
    expect(decide({ path: "/login", permission: "refused" })).toEqual({ kind: "show" });
    expect(decide({ path: "/sendRecordDetails", search: "?envelopeId=7", permission: "refused" })).toEqual(
      redirect("/login?envelopeId=7&redirect=%2FsendRecordDetails%3FenvelopeId%3D7"),
    );
    expect(decide({ path: "/sendPacket" })).toEqual({ kind: "show" });
  });

  it("decides nothing while the login is under way", () => {
    expect(decide({ path: "/user", permission: "pending" })).toEqual({ kind: "wait" });
    expect(decide({ path: "/", permission: "pending" })).toEqual({ kind: "wait" });
    expect(decide({ path: "/login", search: "?redirect=%2Fuser", permission: "pending" })).toEqual({ kind: "show" });
    expect(decide({ path: "/unPaymentList", permission: "pending" })).toEqual({ kind: "show" });
  });

  describe("of a person who has just been created", () => {
    const welcome = (target: string) => redirect(`/welcome?${new URLSearchParams({ redirect: target }).toString()}`);

    it.each([
      ["/", "", null, "/homePage"],
      ["/login", "?redirect=%2FhomePage", null, "/homePage"],
      ["/homePage", "?chatId=-1001", null, "/homePage?chatId=-1001"],
    ])("%s%s with %j leads to the welcome, and from there to %s", (path, search, startParam, target) => {
      expect(decide({ path, search, startParam, isWelcomeDue: true })).toEqual(welcome(target));
    });

    it("shows an envelope at once, and welcomes afterwards", () => {
      const envelope = "/getPacket?envelopeId=Ab-9_x";
      const due = { isWelcomeDue: true };
      expect(decide({ ...due, path: "/", startParam: "e_Ab-9_x" })).toEqual(redirect(envelope));
      expect(decide({ ...due, path: "/login", search: `?redirect=${encodeURIComponent(envelope)}` })).toEqual(
        redirect(envelope),
      );
      expect(decide({ ...due, path: "/getPacket", search: "?envelopeId=Ab-9_x" })).toEqual({ kind: "show" });
      expect(decide({ ...due, path: "/homePage" })).toEqual(welcome("/homePage"));
    });

    it.each(["/user", "/withdraw", "/sendPacket", "/sendRecord", "/addMoney"])("shows %s without a welcome", (path) => {
      expect(decide({ path, isWelcomeDue: true })).toEqual({ kind: "show" });
      expect(decide({ path: "/login", search: `?redirect=${encodeURIComponent(path)}`, isWelcomeDue: true })).toEqual(
        redirect(path),
      );
    });

    it("shows the welcome itself, and the payment page without one", () => {
      expect(decide({ path: "/welcome", isWelcomeDue: true })).toEqual({ kind: "show" });
      expect(decide({ path: "/unPaymentList", isWelcomeDue: true })).toEqual({ kind: "show" });
      expect(decide({ path: "/login", search: "?redirect=%2Fwelcome", isWelcomeDue: true })).toEqual(
        redirect("/welcome"),
      );
    });

    it("the welcome leads to the landing page where nothing else, or itself, was wanted", () => {
      expect(["", "?redirect=%2Fwelcome", "?redirect=%2Fuser"].map(readWelcomeTarget)).toEqual([
        "/homePage",
        "/homePage",
        "/user",
      ]);
    });
  });

  it("leads an unknown path to the error page", () => {
    expect(decide({ path: "/nowhere" })).toEqual(redirect("/errorPage"));
  });

  it.each([
    ["/user", "/user"],
    ["/sendRecord?tab=sent", "/sendRecord?tab=sent"],
    ["/user#tgWebAppData=secret", "/user"],
    ["https://evil.example/x", "/homePage"],
    ["//evil.example/x", "/homePage"],
    ["/\\evil.example/x", "/homePage"],
    ["/\t/evil.example", "/homePage"],
    ["//[", "/homePage"],
    ["javascript:alert(1)", "/homePage"],
    ["/login?redirect=%2Fuser", "/homePage"],
    ["", "/homePage"],
  ])("after the login %j leads to %j", (target, expected) => {
    expect(decide({ path: "/login", search: `?redirect=${encodeURIComponent(target)}` })).toEqual(redirect(expected));
  });
});
