import type { Piece } from "./addPieces.ts";

/** Contract, handler and test of a call, in a room of the server. */
export function planCall(operationId: string, room: string): Piece[] {
  const folder = `server/${room}`;
  return [
    {
      file: "openapi.yaml",
      before: "\ncomponents:\n",
      lines: `  /v1/${room}/${operationId}:
    parameters: [{ $ref: "#/components/parameters/Language" }]
    get:
      operationId: ${operationId}
      tags: [${room}]
      summary: "TODO: what it answers"
      security: [{ bearer: [] }]
      x-errors: [unauthorized]
      responses:
        "200":
          description: ok
          content:
            application/json:
              schema:
                type: object
                required: [code, msg, data]
                properties:
                  code: { $ref: "#/components/schemas/SuccessCode" }
                  msg: { type: string }
                  data: { type: object, required: [userId], properties: { userId: { type: string, maxLength: 32 } } }
        "401": { $ref: "#/components/responses/Unauthorized" }
`,
    },
    {
      file: `${folder}/${operationId}.ts`,
      text: `import type { Handler } from "#server/calls/handler.ts";

/** TODO: what it answers, from SPEC.md. */
export const ${operationId}: Handler<"${operationId}"> = ({ user }) => Promise.resolve({ userId: String(user.tgUserId) });
`,
    },
    {
      file: `${folder}/${operationId}.db.test.ts`,
      text: `import { expect, test } from "vitest";

test("${operationId} answers its caller, and nobody else", () => {
  expect.fail("Call it as its owner, as a stranger and with bad input; say what each gets and what the rows are then.");
});
`,
    },
    {
      file: "server/http/handlers.ts",
      before: 'import type { Handler } from "#server/calls/handler.ts";\n',
      lines: `import { ${operationId} } from "#server/${room}/${operationId}.ts";\n`,
    },
    { file: "server/http/handlers.ts", before: "  walletList,\n};", lines: `  ${operationId},\n` },
  ];
}
