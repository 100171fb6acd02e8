/** What an operator is told, and what to do; docs/operations.md lists each. */
export const ALARM_TEXTS = {
  moneyMissing: {
    text: "The treasury holds less than the books.",
    todo: "Sends, openings and payouts of the coin have stopped. Look for a transaction that left the treasury and book it with book-outgoing; if there is none, freeze everything and run the auditor.",
  },
  booksUncompared: {
    text: "Books and chain were not compared for fifteen minutes.",
    todo: "Payouts of the coin have stopped and go on by themselves once they are compared. Find out which endpoint lags, disagrees or prunes too early, put another in its place and start again.",
  },
  endpointsDisagree: {
    text: "The endpoints of a chain disagree.",
    todo: "Nothing that they disagree about is settled. Find out which one is wrong, put another in its place and start again. A transfer on which no two will ever agree is ended by end-dispute.",
  },
  foreignTransaction: {
    text: "A transaction that this server did not sign has left the treasury.",
    todo: "Who sent it? If it was an operator, book it with book-outgoing. If nobody knows it, the key has leaked: move the money, stop the server.",
  },
  payoutStuck: {
    text: "A payout has not reached a block for ten minutes.",
    todo: "Look whether the nodes answer and the signer signs; a fee that rose beyond what was agreed needs money in the account of fees.",
  },
  payoutUnsettled: {
    text: "Payouts are in a block for an hour and not final.",
    todo: "The chain has stopped making blocks final, or two endpoints do not tell where the money is. Look one up in an explorer; replace the endpoint that lags or does not know it.",
  },
  payoutRepeated: {
    text: "A payout was signed anew several times.",
    todo: "Each of its transactions may have landed. Look for them in an explorer by another node; if one has, freeze the coin and replace the endpoint that denies it.",
  },
  feeShort: {
    text: "A payout waits in no block: the network asks for more than it may cost.",
    todo: "It goes on when the fee falls. To pay more, allow it with raise-fee, which takes the difference from the surplus; or bring money for fees from a cold address and book it with return-from-cold.",
  },
  payoutHeld: {
    text: "Payouts above a limit wait for a decision.",
    todo: "Look at whose they are and how they came about, then release or refuse each on the operators' page or by npm run operator.",
  },
  feesSpent: {
    text: "Payouts have cost more than the account of fees holds.",
    todo: "Payouts of the coin wait. Bring money for fees from a cold address and book it with return-from-cold, and find out why the network takes more than is agreed.",
  },
  treasuryShort: {
    text: "The treasury cannot cover payouts that wait.",
    todo: "Bring money to the treasury. From a cold address book it with return-from-cold; from a contract wallet it is a surplus.",
  },
  fuelLow: {
    text: "A treasury has little of the coin that pays what its payouts cost.",
    todo: "Send that coin to the treasury's address from a fuel address of the settings. What is too little for one payout holds them all.",
  },
  issuerLocked: {
    text: "The issuer of a coin has locked what the treasury holds.",
    todo: "Nothing of it can be paid out, or nothing can come in. Payouts are held; freeze the coin, tell people, and ask the issuer why.",
  },
  gasDear: {
    text: "A payout takes more fuel than it costs its owner.",
    todo: "Each payout of the coin is at the house's cost. Raise what it costs in the settings and start again, or freeze the coin's payouts until gas is cheaper.",
  },
  transferUnread: {
    text: "A transaction to the treasury cannot be read.",
    todo: "It is set aside and holds up nothing; what it brought is booked as a surplus. Look it up in an explorer, assign the money if it is somebody's, then mark it with acknowledge.",
  },
  strayMoney: {
    text: "Money came to the treasury of another coin of its network.",
    todo: "It is in no books, and is not spent. list-strays says what it is and whom it names. Send it back, or on to the treasury of its coin with the person's comment, then note that by settle-stray.",
  },
  workFailed: {
    text: "A job fails again and again for the same item.",
    todo: "Others go on, and it is tried each minute. Look at the dead letters for the item and the reason; once the cause is gone, have it tried at once by redeliver.",
  },
  watcherBehind: {
    text: "A chain was not read for five minutes.",
    todo: "Look whether its nodes answer and whether the server runs.",
  },
  clockOff: {
    text: "The time is uncertain: refunds, expiry, closing and withdrawals pause.",
    todo: "Compare the machine's clock by NTP and set it. If it is right and the alarm names the newest blocks, the endpoints of most coins are behind or lie: replace them. Nothing needs a restart.",
  },
  jobStopped: {
    text: "No process does a job.",
    todo: "Look whether the server runs and reaches the database; start it again.",
  },
} as const;

export type AlarmKind = keyof typeof ALARM_TEXTS;

/** Something that is wrong now. */
export interface Finding {
  kind: AlarmKind;
  /** What it is about: a coin, a payout, a job. One alarm of a kind and subject is open at a time. */
  subject: string;
  /** In words, without secrets. */
  details: string;
}

/** What to do about a stored alarm; nothing for one of another version. */
export function readTodo(kind: string): string {
  return Object.hasOwn(ALARM_TEXTS, kind) ? ALARM_TEXTS[kind as AlarmKind].todo : "";
}
