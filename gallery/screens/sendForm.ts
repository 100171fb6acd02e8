/** Of the form of a send, for one group or several: what belongs to no action of its chart. */
export const FORM_OTHERS = [
  "button 0.00177 ETH",
  "button 0.00777 ETH",
  "button 0.05 ETH",
  "button 0.077 ETH",
  "button 3",
  "button 5",
  "button 10",
  "button 20",
  "button 50",
  "button Fewer",
  "button More",
  "button How it looks in the group",
  "button How luck may fall",
  "link /addWallet",
  "link https://t.me",
];

/** Of an order that waits the form shows what it costs and until when. A wallet that is missing is told with the way to bind one. */
export const FORM_UNTOLD = ["unpaidOrders", "refusal.messageKey errors:walletNotBound"];
