-- Whether somebody has confirmed a phone is part of what others read about them, and workers draw that too. Owned by people/phones.

grant execute on function has_confirmed_phone(bigint) to parley_worker;
