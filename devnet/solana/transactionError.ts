import type { FailedTransactionMetadata } from "litesvm/dist/internal.js";

/** In the order in which LiteSVM counts them. */
const TRANSACTION_ERRORS: readonly string[] = [
  "AccountInUse",
  "AccountLoadedTwice",
  "AccountNotFound",
  "ProgramAccountNotFound",
  "InsufficientFundsForFee",
  "InvalidAccountForFee",
  "AlreadyProcessed",
  "BlockhashNotFound",
  "CallChainTooDeep",
  "MissingSignatureForFee",
  "InvalidAccountIndex",
  "SignatureFailure",
  "InvalidProgramForExecution",
  "SanitizeFailure",
  "ClusterMaintenance",
  "AccountBorrowOutstanding",
  "WouldExceedMaxBlockCostLimit",
  "UnsupportedVersion",
  "InvalidWritableAccount",
  "WouldExceedMaxAccountCostLimit",
  "WouldExceedAccountDataBlockLimit",
  "TooManyAccountLocks",
  "AddressLookupTableNotFound",
  "InvalidAddressLookupTableOwner",
  "InvalidAddressLookupTableData",
  "InvalidAddressLookupTableIndex",
  "InvalidRentPayingAccount",
  "WouldExceedMaxVoteCostLimit",
  "WouldExceedAccountDataTotalLimit",
  "MaxLoadedAccountsDataSizeExceeded",
  "ResanitizationNeeded",
  "InvalidLoadedAccountsDataSizeLimit",
  "UnbalancedTransaction",
  "ProgramCacheHitMaxLimit",
  "CommitCancelled",
];

const INSTRUCTION_ERRORS: readonly string[] = [
  "GenericError",
  "InvalidArgument",
  "InvalidInstructionData",
  "InvalidAccountData",
  "AccountDataTooSmall",
  "InsufficientFunds",
  "IncorrectProgramId",
  "MissingRequiredSignature",
  "AccountAlreadyInitialized",
  "UninitializedAccount",
  "UnbalancedInstruction",
  "ModifiedProgramId",
  "ExternalAccountLamportSpend",
  "ExternalAccountDataModified",
  "ReadonlyLamportChange",
  "ReadonlyDataModified",
  "DuplicateAccountIndex",
  "ExecutableModified",
  "RentEpochModified",
  "NotEnoughAccountKeys",
  "AccountDataSizeChanged",
  "AccountNotExecutable",
  "AccountBorrowFailed",
  "AccountBorrowOutstanding",
  "DuplicateAccountOutOfSync",
  "InvalidError",
  "ExecutableDataModified",
  "ExecutableLamportChange",
  "ExecutableAccountNotRentExempt",
  "UnsupportedProgramId",
  "CallDepth",
  "MissingAccount",
  "ReentrancyNotAllowed",
  "MaxSeedLengthExceeded",
  "InvalidSeeds",
  "InvalidRealloc",
  "ComputationalBudgetExceeded",
  "PrivilegeEscalation",
  "ProgramEnvironmentSetupFailure",
  "ProgramFailedToComplete",
  "ProgramFailedToCompile",
  "Immutable",
  "IncorrectAuthority",
  "AccountNotRentExempt",
  "InvalidAccountOwner",
  "ArithmeticOverflow",
  "UnsupportedSysvar",
  "IllegalOwner",
  "MaxAccountsDataAllocationsExceeded",
  "MaxAccountsExceeded",
  "MaxInstructionTraceLengthExceeded",
  "BuiltinProgramsMustConsumeComputeUnits",
  "BorshIoError",
];

const TEXTS: Readonly<Record<string, string>> = {
  AccountNotFound: "Attempt to debit an account but found no record of a prior credit.",
  AlreadyProcessed: "This transaction has already been processed",
  BlockhashNotFound: "Blockhash not found",
  InsufficientFundsForFee: "Insufficient funds for fee",
  InvalidAccountForFee: "This account may not be used to pay transaction fees",
  ProgramAccountNotFound: "Attempt to load a program that does not exist",
  AddressLookupTableNotFound: "Transaction loads an address table account that doesn't exist",
};

/** Why a transaction failed, in the JSON of a node. */
export type TransactionError = string | Readonly<Record<string, unknown>>;

/** Null for one that did not fail. */
export function readTransactionError(result: object): TransactionError | null {
  if (!isFailure(result)) return null;
  const error = result.err();
  if (typeof error === "number") return TRANSACTION_ERRORS[error] ?? "SanitizeFailure";
  if ("err" in error) {
    const cause = error.err();
    if (typeof cause === "number")
      return { InstructionError: [error.index, INSTRUCTION_ERRORS[cause] ?? "GenericError"] };
    return { InstructionError: [error.index, "code" in cause ? { Custom: cause.code } : "BorshIoError"] };
  }
  if ("accountIndex" in error) return { [error.constructor.name.slice(PREFIX)]: { account_index: error.accountIndex } };
  return { DuplicateInstruction: error.index };
}

/** The classes are named `TransactionError…`. */
const PREFIX = "TransactionError".length;

function isFailure(result: object): result is FailedTransactionMetadata {
  return "err" in result;
}

/** The sentence with which a node tells it. */
export function describeTransactionError(error: TransactionError): string {
  if (typeof error === "string") return TEXTS[error] ?? error;
  const [name = "", value] = Object.entries(error)[0] ?? [];
  if (name === "InstructionError" && Array.isArray(value)) {
    const [index, cause] = value as [number, string | { Custom: number }];
    const text = typeof cause === "string" ? cause : `custom program error: 0x${cause.Custom.toString(16)}`;
    return `Error processing Instruction ${index}: ${text}`;
  }
  if (name === "InsufficientFundsForRent") {
    const { account_index: index } = value as { account_index: number };
    return `Transaction results in an account (${index}) with insufficient funds for rent`;
  }
  return name;
}
