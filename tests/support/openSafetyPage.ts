import type { ReactElement } from "react";
import { page, userEvent } from "vitest/browser";
import { vi } from "vitest";

import codes from "#locales/en/codes.json";

import { openPageClock } from "./openPageClock.ts";
import { openRoute } from "./openRoute.tsx";
import { refuse } from "./refusal.ts";
import { sampleUser } from "./samples.ts";
import { type Asked, NEVER, standInServer } from "./standInServer.ts";
import { startApp } from "./startApp.ts";

const NOON_MS = Date.UTC(2026, 10, 20, 12);
/** The security code of the account, where it has one. */
const RIGHT_CODE = "R1ghtone";
/** What the mail says. */
export const RIGHT_DIGITS = "004217";

interface Server {
  email?: string | null;
  hasSecurityCode?: boolean;
  /** Refuses to mail digits. */
  mailRefusal?: ReturnType<typeof refuse>;
  /** How digits are refused that the mail does not say; null: there is no answer. */
  digitsRefusal?: ReturnType<typeof refuse> | null;
}

/** A page of email or security code, and a clock that is set by hand. */
export async function openSafetyPage(screen: ReactElement, at: string, server: Server = {}) {
  const {
    email = null,
    hasSecurityCode = false,
    mailRefusal,
    digitsRefusal = refuse("wrongVerificationCode"),
  } = server;
  const { pass } = openPageClock(NOON_MS);
  const check = ({ body }: Asked): unknown => {
    const { verificationCode = RIGHT_DIGITS, securityCode } = body;
    if (digitsRefusal === null) return NEVER();
    if (verificationCode !== RIGHT_DIGITS) throw digitsRefusal;
    if (hasSecurityCode && securityCode === undefined) throw refuse("securityCodeRequired");
    if (hasSecurityCode && securityCode !== RIGHT_CODE) throw refuse("wrongSecurityCode");
    return null;
  };
  const calls = standInServer({
    "/user/getUserInfo": { userItem: { ...sampleUser, email, hasSecurityCode } },
    "/email/sendVerificationCode": () => {
      if (mailRefusal !== undefined) throw mailRefusal;
      return { resendAfterSeconds: 60, expiresAt: "2026-11-20T12:10:00.000Z" };
    },
    "/user/updateEmail": check,
    "/user/changeSecurityCode": check,
    "/user/recoverSecurityCode": null,
  });
  const app = await startApp();
  const stopAsking = vi.fn<() => void>();
  const asking = vi.spyOn(app.messenger, "askBeforeClosing").mockReturnValue(stopAsking);
  await openRoute(screen, at, app);
  return {
    pass,
    /** The bodies of the calls of a path. */
    listSent: (path: string) => calls.filter((call) => call.path === path).map(({ body }) => body),
    /** Whether the messenger asks before it closes. */
    isAsked: () => asking.mock.calls.length > stopAsking.mock.calls.length,
  };
}

/** The field of the mailed digits. */
export const digitsField = () => page.getByRole("textbox", { name: codes.code.label });

/** Gives the security code in its sheet. */
export async function giveCode(): Promise<void> {
  await page.getByRole("dialog").getByLabelText(codes.prompt.label, { exact: true }).fill(RIGHT_CODE);
  await userEvent.keyboard("{Enter}");
}
