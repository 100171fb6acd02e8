import { isProof } from "#domain/solvency/proof.ts";
import type { Statement } from "#domain/solvency/statement.ts";
import { type ProofFault, verifyProof } from "#domain/solvency/verifyProof.ts";

const FAULTS: Readonly<Record<ProofFault, string>> = {
  form: "it has not the form of a proof",
  person: "it is about somebody else",
  statement: "none of these statements has its tree",
  leaves: "it has not four different leaves of one tree",
  root: "a leaf is not in the tree of its statement",
};

/** What is wrong with a proof, or what it proves. */
export type ProvenBalance = { breach: string } | { breach: null; proven: string };

/** @param answer of `GET /v1/wallet/solvencyProof`, or its `data` alone */
export function checkProof(answer: unknown, statements: readonly Statement[]): ProvenBalance {
  const proof = typeof answer === "object" && answer !== null && "data" in answer ? answer.data : answer;
  if (!isProof(proof)) return { breach: FAULTS.form };
  const { number, coinType, tgUserId } = proof;
  const statement = statements.find((one) => one.number === number);
  if (statement === undefined) return { breach: FAULTS.statement };
  const checked = verifyProof(proof, statement, null);
  if (checked.fault !== null) return { breach: FAULTS[checked.fault] };
  const { day } = statement;
  return {
    breach: null,
    proven: `person ${tgUserId} had ${checked.amount} ${coinType} by statement ${number} (${day})`,
  };
}
