// Links the definitions in.
void clocks_are_here(void);
