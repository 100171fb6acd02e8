import { describe, expect, test } from "vitest";
import { findEmailProblem, isSameEmail, MAX_EMAIL_LENGTH, tidyEmail } from "./email.ts";
import { isSecurityCode, listMissingParts, SECURITY_CODE_LENGTH, SECURITY_CODE_PARTS } from "./securityCode.ts";
import { isVerificationCode, tidyVerificationCode } from "./verificationCode.ts";

test.each(["١٢٣٤٥٦", "۱۲۳ ۴۵۶", "១២៣៤៥៦", "๑๒๓-๔๕๖", "१२३४५६", "１２３４５６", "\u200f123456"])(
  "the digits of a code by email are found in %j",
  (typed) => {
    expect(tidyVerificationCode(typed)).toBe("123456");
  },
);

describe("a security code", () => {
  test.each(["Abcdefg1", "1Zzzzzzz", "aB3!#$%~", "Pa55word"])("%j can be set", (code) => {
    expect(listMissingParts(code)).toEqual([]);
    expect(isSecurityCode(code)).toBe(true);
  });

  test.each([
    ["", ["length", "upperCase", "lowerCase", "digit"]],
    ["Abcdef1", ["length"]],
    ["Abcdefgh1", ["length"]],
    ["abcdefg1", ["upperCase"]],
    ["ABCDEFG1", ["lowerCase"]],
    ["Abcdefgh", ["digit"]],
    ["Abcdef 1", ["characters"]],
    ["Abcdéfg1", ["characters"]],
    ["Abcdef红1", ["characters"]],
    ["Abcdef\n1", ["characters"]],
    ["红包红包红包红包", ["characters", "upperCase", "lowerCase", "digit"]],
    ["Ａbcdefg1", ["characters", "upperCase"]],
    ["Abcdefg１", ["characters", "digit"]],
    ["🧧bcdefG1", ["characters"]],
  ])("%j lacks %j", (code, parts) => {
    expect(listMissingParts(code)).toEqual(parts);
    expect(isSecurityCode(code)).toBe(false);
  });

  test("has 8 characters, and lists each part once", () => {
    expect(SECURITY_CODE_LENGTH).toBe(8);
    expect(new Set(SECURITY_CODE_PARTS).size).toBe(SECURITY_CODE_PARTS.length);
    expect(listMissingParts(" ")).toEqual(SECURITY_CODE_PARTS);
  });
});

describe("an email", () => {
  test.each(["a@b.c", " anna@example.com ", "anna+hongbao@mail.example.co.uk", "o'neil@example.com", "用户@例子.中国"])(
    "%j can be set",
    (typed) => {
      expect(findEmailProblem(typed, null)).toBeNull();
    },
  );

  test.each([
    ["", "required"],
    ["  ", "required"],
    ["anna", "format"],
    ["anna@example", "format"],
    ["anna@example.", "format"],
    ["anna@example..com", "format"],
    ["anna@.example.com", "format"],
    ["@example.com", "format"],
    ["anna@.", "format"],
    ["anna@@example.com", "format"],
    ["anna@b@example.com", "format"],
    ["an na@example.com", "format"],
    ["anna@exam ple.com", "format"],
    ["anna@example.com\u0000", "format"],
    ["anna\u200b@example.com", "format"],
    ["anna@example.com\r\nBcc:eve@example.com", "format"],
    ["anna@example.com,eve@example.com", "format"],
    ["anna@exa,mple.com", "format"],
    ["anna@example.com;eve", "format"],
    ["Anna<anna@example.com>", "format"],
    ['"anna"@example.com', "format"],
    [`${"a".repeat(MAX_EMAIL_LENGTH - 11)}@example.com`, "format"],
  ])("%j is refused as %s", (typed, problem) => {
    expect(findEmailProblem(typed, null)).toBe(problem);
  });

  test("must differ from the current one, ignoring case", () => {
    expect(findEmailProblem("anna@example.com", "anna@example.com")).toBe("same");
    expect(findEmailProblem(" Anna@Example.com", "anna@example.com")).toBe("same");
    expect(findEmailProblem("anna2@example.com", "anna@example.com")).toBeNull();
    expect(isSameEmail("ANNA@example.com", "anna@example.com ")).toBe(true);
  });

  test("has one canonical spelling", () => {
    expect(tidyEmail(" jose\u0301@example.com\n")).toBe("jos\u00e9@example.com");
    expect(`${"a".repeat(MAX_EMAIL_LENGTH - 12)}@example.com`).toHaveLength(MAX_EMAIL_LENGTH);
    expect(findEmailProblem(`${"a".repeat(MAX_EMAIL_LENGTH - 12)}@example.com`, null)).toBeNull();
  });
});

describe("a verification code", () => {
  test.each([
    ["123456", "123456"],
    [" 123 456\n", "123456"],
    ["123-456", "123456"],
    ["１２３４５６", "123456"],
    ["Your code: 004217", "004217"],
    ["1234567", "123456"],
    ["12a4", "124"],
    ["", ""],
  ])("%j is read as %j", (typed, code) => {
    expect(tidyVerificationCode(typed)).toBe(code);
  });

  test("has 6 digits", () => {
    expect(isVerificationCode("004217")).toBe(true);
    for (const other of ["", "12345", "1234567", "12345a", "123 456", "１２３４５６", "12345\n"]) {
      expect(isVerificationCode(other)).toBe(false);
    }
  });
});
